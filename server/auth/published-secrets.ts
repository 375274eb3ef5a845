/** Secrets that anybody can read: ours, and those of tutorials and templates, as they are found in running services. */
import { demo } from '@monitoring-service/contract'

export const publishedSecrets: readonly string[] = [
  demo.tokenSecret,
  demo.adminApiKey,
  // jwt.io
  'a-string-secret-at-least-256-bits-long',
  'a-valid-string-secret-that-is-at-least-384-bits-long',
  'a-valid-string-secret-that-is-at-least-512-bits-long-which-is-very-long',
  // RFC 7515, appendix A.1
  'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
  // Tutorials of Spring Security
  '404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970',
  '5367566B59703373367639792F423F4528482B4D6251655468576D5A71347437',
  '635266556A586E327235753878214125442A472D4B6150645367566B59703373',
  '9a4f2c8d3b7a1e6f45c8a0b3f267d8b1d4e6f3c8a9d2b5f8e3a9c8b5f6v8a3d9',
  '3cfa76ef14937c1c0ea519f8fc057a80fcd04a7420f8e8bcd0a7567c272e007b',
  // JHipster, plain and in base64
  'my-secret-token-to-change-in-production-and-to-keep-in-a-secure-place',
  'bXktc2VjcmV0LXRva2VuLXRvLWNoYW5nZS1pbi1wcm9kdWN0aW9uLWFuZC10by1rZWVwLWluLWEtc2VjdXJlLXBsYWNl',
  // Supabase
  'super-secret-jwt-token-with-at-least-32-characters-long',
]

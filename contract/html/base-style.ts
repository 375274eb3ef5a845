/** The stylesheet that every page of this project starts with: colours for light and dark mode, links, form controls, code. */
export const baseStyle = `
:root {
  --text: #1c2430;
  --faint: #566072;
  --back: #fff;
  --raised: #f4f6f9;
  --line: #d5dbe4;
  --link: #0b57c2;
  --of-2: #146c34;
  --of-4: #8a4b00;
  --of-5: #b3201e;
  --keyword: #7b36a8;
  font:
    1rem / 1.5 system-ui,
    sans-serif;
  color: var(--text);
  background: var(--back);
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e8ef;
    --faint: #a3adbd;
    --back: #14181f;
    --raised: #1e242e;
    --line: #38414f;
    --link: #8ab8ff;
    --of-2: #6fd48f;
    --of-4: #f0b35a;
    --of-5: #ff8f88;
    --keyword: #d3a6ff;
  }
}
body {
  max-width: 62rem;
  margin: 0 auto;
  padding: 1rem;
}
a {
  color: var(--link);
}
input,
select,
button {
  padding: 0.35rem 0.7rem;
  font: inherit;
  color: inherit;
  background: var(--raised);
  border: 1px solid var(--faint);
  border-radius: 0.35rem;
}
::placeholder {
  color: var(--faint);
  opacity: 1;
}
button {
  font-size: 0.875rem;
  cursor: pointer;
}
:focus-visible {
  outline: 2px solid var(--link);
  outline-offset: 2px;
}
code,
pre,
samp {
  font-family: ui-monospace, monospace;
  font-size: 0.875rem;
}
.hljs-comment {
  color: var(--faint);
}
:is(.hljs-string, .hljs-subst) {
  color: var(--of-2);
}
:is(.hljs-number, .hljs-literal) {
  color: var(--of-4);
}
:is(.hljs-attr, .hljs-title, .hljs-built_in, .hljs-variable) {
  color: var(--link);
}
.hljs-keyword:not(:has(*)) {
  color: var(--keyword);
}
.skip:not(:focus),
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}
[hidden] {
  display: none;
}
`

/** Stands in for the preload of express-openapi-validator, which most mutants do not need. */
export function loadOpenApiValidator(): void {}

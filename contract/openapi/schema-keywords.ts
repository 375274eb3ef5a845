/** The keywords of JSON Schema whose values are a schema, a list of schemas, or a map from names to schemas. */
export const schemaKeywords = {
  one: ['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  map: ['properties', 'patternProperties', '$defs', 'dependentSchemas'],
}

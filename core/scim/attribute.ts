/** SCIM schema URNs (RFC 7643 §8). */
export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

export type Attributes = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the name of an attribute in the form used for comparison, because names are case-insensitive and may
 * begin with their schema.
 */
export function attributeName(written: string): string {
  const name = written.trim().toLowerCase();
  const schema = [scimSchemas.user, scimSchemas.group].find((urn) =>
    name.startsWith(`${urn.toLowerCase()}:`),
  );
  return schema ? name.slice(schema.length + 1) : name;
}

/** Returns the value of an attribute, regardless of case in its name. */
export function attributeOf(object: Attributes, name: string): unknown {
  const key = Object.keys(object).find((written) => attributeName(written) === name.toLowerCase());
  return key === undefined ? undefined : object[key];
}

import { scimSchemas } from './attribute.ts';

/** Maximum and default length of a list in a response. */
export const scimPage = { most: 200, usual: 100 } as const;

/** Returns the service provider configuration (RFC 7643 §5). `docs` is the page that explains it. */
export function scimConfig(base: string): object {
  const unsupported = { supported: false };
  return {
    schemas: [scimSchemas.config],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: scimPage.most },
    changePassword: unsupported,
    sort: unsupported,
    etag: unsupported,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Provisioning token',
        description: 'A token that an owner of the account creates under Users, Sign-in.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** Returns the resource types (RFC 7643 §6). */
export function scimResourceTypes(base: string): object[] {
  const type = (id: 'User' | 'Group', endpoint: string) => ({
    schemas: [scimSchemas.resourceType],
    id,
    name: id,
    endpoint,
    schema: id === 'User' ? scimSchemas.user : scimSchemas.group,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  });
  return [type('User', '/Users'), type('Group', '/Groups')];
}

type Attribute = { name: string; type?: string; subAttributes?: object[] } & Record<string, unknown>;

const attribute = ({ name, type = 'string', ...more }: Attribute): object => ({
  name,
  type,
  multiValued: false,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
  ...(type === 'string' && { caseExact: false, uniqueness: 'none' }),
  ...more,
});

/** Returns the schemas with the attributes that are stored (RFC 7643 §7). Other attributes are ignored. */
export function scimSchemaList(base: string): object[] {
  const schema = (id: string, name: string, attributes: object[]) => ({
    schemas: [scimSchemas.schema],
    id,
    name,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  });
  const externalId = attribute({ name: 'externalId', caseExact: true });
  const emails = [
    attribute({ name: 'value' }),
    attribute({ name: 'type' }),
    attribute({ name: 'primary', type: 'boolean' }),
  ];
  const names = [attribute({ name: 'givenName' }), attribute({ name: 'familyName' })];
  const members = [
    attribute({ name: 'value', mutability: 'immutable' }),
    attribute({ name: 'display', mutability: 'readOnly' }),
  ];
  return [
    schema(scimSchemas.user, 'User', [
      attribute({ name: 'userName', required: true, uniqueness: 'server' }),
      externalId,
      attribute({ name: 'name', type: 'complex', subAttributes: names }),
      attribute({ name: 'displayName' }),
      attribute({ name: 'emails', type: 'complex', multiValued: true, subAttributes: emails }),
      attribute({ name: 'active', type: 'boolean' }),
      attribute({
        name: 'roles',
        type: 'complex',
        multiValued: true,
        mutability: 'readOnly',
        subAttributes: [attribute({ name: 'value', mutability: 'readOnly' })],
      }),
    ]),
    schema(scimSchemas.group, 'Group', [
      attribute({ name: 'displayName', required: true, uniqueness: 'server' }),
      externalId,
      attribute({ name: 'members', type: 'complex', multiValued: true, subAttributes: members }),
    ]),
  ];
}

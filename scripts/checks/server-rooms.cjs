/**
 * The rooms of server/ from the ground up: each imports those before it and none after it. Beside them are adapters/,
 * and the files that put everything together. docs/architecture.md says what is in each.
 */
module.exports = [
  ...[
    'crypto',
    'db',
    'jobs',
    'http',
    'ports',
    'records',
    'bell',
    'trail',
    'account',
    'api-keys',
    'api-reference',
    'contacts',
    'files',
  ],
  ...['identity-provider', 'identity', 'mail', 'team', 'invitations', 'sealing', 'documents', 'templates'],
  ...[
    'proposals',
    'bulk',
    'public-forms',
    'ceremony',
    'live',
    'audit',
    'billing',
    'webhooks',
    'branding',
    'reports',
    'export',
    'closing',
    'own-data',
    'support',
    'operator',
  ],
];

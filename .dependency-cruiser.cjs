// Rules for imports between folders; docs/decisions/0001-one-package-with-import-rules.md gives the reasons.

const allowedToTest = '\\.test\\.tsx?$|\\.suite\\.ts$';
const { groups, folders } = require('./scripts/checks/server-folders.cjs');

/** The files of a folder: `records` and `ports` are the files directly in them. */
const inside = (folder) => (folder === 'records' ? `${folder}/[^/]+$` : `${folder}/`);
const anyOf = (paths) => `^server/(${paths.join('|')})`;
const after = (list, item) => list.slice(list.indexOf(item) + 1);
const feature = anyOf([...after(folders, 'records').map(inside), 'documents/[^/]+$']);

/** `comment` is shown to the developer when the rule is violated. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid(
      'core-imports-only-core',
      'The rules of signing use no library, no clock and no storage: pass in what they need.',
      { path: '^core/', pathNot: allowedToTest },
      { pathNot: '^core/' },
    ),
    forbid(
      'pdf-knows-no-product',
      'pdf/ turns bytes into bytes; what a document or a recipient is belongs to its callers.',
      { path: '^pdf/', pathNot: allowedToTest },
      { path: '^(core|contract|verify|server|web)/' },
    ),
    forbid(
      'verifier-runs-anywhere',
      'People check seals in their own browser, without trusting us: nothing may import Node, not even indirectly.',
      { path: '^(pdf/verify|verify)/', pathNot: [allowedToTest, '^verify/(command/|vite\\.config\\.ts$)'] },
      { path: '^(crypto|fs|fs/promises|util|buffer|path|zlib|stream|os|url)$', reachable: true },
    ),
    forbid(
      'verify-stands-alone',
      'The verify core is one small file on a machine without us: the verifier of pdf/, rules of core/, and no library.',
      { path: '^verify/', pathNot: [allowedToTest, '^verify/vite\\.config\\.ts$'] },
      { pathNot: ['^(verify|pdf/verify|core)/', '^(node:)?fs/promises$'] },
    ),
    forbid(
      'verify-only-where-files-are-judged',
      'In the client only the verify page loads the verify core, and in the server only the process that judges files, so that nothing else waits for it (decision 0021).',
      {
        path: '^(web|server|core|contract|pdf)/',
        pathNot: [
          allowedToTest,
          '^web/pages/verify/',
          '^server/adapters/pdf-engine/pdf-tasks\\.ts$',
          '^server/ports/pdf-engine\\.ts$',
        ],
      },
      { path: '^verify/' },
    ),
    forbid(
      'contract-knows-core-and-zod',
      'The browser loads the API too, so it imports nothing else.',
      { path: '^contract/', pathNot: allowedToTest },
      { pathNot: ['^(contract|core)/', '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'web-knows-contract-and-core',
      'The client reaches the server through contract/ only. It breaks the lines of values as they are printed.',
      { path: '^web/' },
      { path: '^(server|pdf|scripts|bench|e2e)/', pathNot: '^pdf/text/fit-words\\.ts$' },
    ),
    forbid(
      'server-knows-no-client',
      'The server serves the built client; it does not import its source.',
      { path: '^server/' },
      { path: '^(web|scripts|bench|e2e)/' },
    ),
    forbid(
      'adapters-only-from-main',
      'Only server/open-ports.ts chooses the adapter of a port.',
      { path: '^server/', pathNot: ['^server/open-ports\\.ts$', '^server/adapters/', allowedToTest] },
      { path: '^server/adapters/' },
    ),
    forbid(
      'sandbox-only-on-demand',
      'The payment sandbox is only loaded with PAYMENTS=sandbox: import it with await import() in server/open-ports.ts.',
      { path: '^server/', pathNot: ['^server/adapters/payment-sandbox/', allowedToTest] },
      { path: '^server/adapters/payment-sandbox/', dynamic: false },
    ),
    forbid(
      'adapters-know-no-feature',
      'An adapter serves a port; it does not know who uses it.',
      { path: '^server/adapters/', pathNot: allowedToTest },
      { path: feature },
    ),
    ...groups
      .slice(0, -1)
      .map((group) =>
        forbid(
          'groups-in-order',
          'A group of folders in server/ imports only groups before it in scripts/checks/server-folders.cjs.',
          { path: `^server/${group}/`, pathNot: allowedToTest },
          { path: anyOf(after(groups, group).map((name) => `${name}/`)) },
        ),
      ),
    ...folders
      .slice(0, -1)
      .map((folder) =>
        forbid(
          'folders-in-layers',
          'A folder of server/ imports only folders before it in scripts/checks/server-folders.cjs. Move what both need down.',
          { path: `^server/${inside(folder)}`, pathNot: allowedToTest },
          { path: anyOf(after(folders, folder).map(inside)) },
        ),
      ),
    forbid(
      'folders-are-listed',
      'Add the new folder of server/ to scripts/checks/server-folders.cjs.',
      { path: '^server/', pathNot: allowedToTest },
      {
        path: '^server/[^/]+/',
        pathNot: [anyOf(['adapters/', ...folders.map(inside)]), '^server/documents/[^/]+$'],
      },
    ),
    forbid(
      'records-hold-rows',
      'Rows are read, locked and saved here. Jobs, emails, responses and rules belong to the folder that uses the rows.',
      { path: '^server/records/[^/]+$', pathNot: allowedToTest },
      { path: '^(server|pdf)/', pathNot: '^server/(records/[^/]+$|foundation/(db|crypto)/|ports/)' },
    ),
    forbid(
      'features-know-no-assembly',
      'A folder receives what its deps.ts lists; only the files directly in server/ see everything. Declare what you need there.',
      { path: '^server/[^/]+/', pathNot: allowedToTest },
      { path: '^server/[^/]+$' },
    ),
    forbid(
      'pdf-only-where-bytes-are-made',
      'Only uploading, sealing and verifying work on PDF bytes; a drawn signature is a picture, not yet a PDF.',
      {
        path: '^server/',
        pathNot: [
          '^server/(evidence|documents|adapters|ports)/',
          '^server/records/trail/sealed-trails\\.ts$',
          allowedToTest,
        ],
      },
      { path: '^pdf/', pathNot: '^pdf/image/' },
    ),
    forbid(
      'clients-know-the-api-alone',
      'Published packages contain the API, the verify core and pure rules, and nothing of the server.',
      { path: '^clients/', pathNot: [allowedToTest, '^clients/build-clients\\.ts$'] },
      {
        path: '^(server|web|pdf|testing|scripts)/',
        pathNot: '^(server/api/reference/client-runtime\\.ts$|pdf/verify/)',
      },
    ),
    forbid(
      'pages-stand-alone',
      'Code that two pages share belongs to web/parts/ or to the folder of its subject.',
      { path: '^web/pages/([^/]+)/' },
      { path: '^web/pages/', pathNot: '^web/pages/$1/' },
    ),
    forbid(
      'parts-know-no-pages',
      'A part is used by pages, not the other way round.',
      { path: '^web/(parts|api|editor|ceremony)/' },
      { path: '^web/(pages|shell|routes\\.tsx|app\\.tsx)' },
    ),
    forbid(
      'ceremony-stands-alone',
      'Signers load a separate, light entry without the application. Shared code is in web/kit/.',
      { path: ['^web/ceremony/', '^web/sign(-page)?\\.tsx?$'], pathNot: allowedToTest },
      { path: '^web/', pathNot: '^web/(ceremony|kit|locales)/|^web/sign-page\\.tsx$' },
    ),
    forbid(
      'kit-serves-both-entries',
      'The application and the signer page share web/kit/; it knows neither of them.',
      { path: '^web/kit/', pathNot: allowedToTest },
      { path: '^web/', pathNot: '^web/(kit|locales)/' },
    ),
    forbid(
      'ceremony-only-in-the-preview',
      'The application uses the fields of the signer page in its preview, and nothing else of that entry.',
      {
        path: '^web/',
        pathNot: ['^web/(ceremony/|sign)', '^web/editor/preview/signer-preview\\.tsx$', allowedToTest],
      },
      { path: '^web/ceremony/' },
    ),
    forbid(
      'production-knows-no-tests',
      'Production code does not import test code.',
      { path: '^(core|pdf|contract|server|web)/', pathNot: allowedToTest },
      { path: ['^testing/', allowedToTest] },
    ),
    forbid(
      'no-cycles',
      'Two files that need each other are one idea, or hide a third.',
      {},
      { circular: true },
    ),
    forbid('nothing-unresolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};

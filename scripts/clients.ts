// `npm run clients`: builds the packages of clients/ into dist/clients, or into the given folder.
import { resolve } from 'node:path';
import { buildClients } from '../clients/build-clients.ts';

const target = resolve(process.argv[2] ?? 'dist/clients');
await buildClients(target);
console.log(`${target} written. Publish with: npm publish FOLDER, and for Python: python3 -m build FOLDER.`);

import { parseArgs } from 'node:util';
import { serveDemo } from '#testing/embedding-demo/serve-demo.ts';

// Runs an application whose users sign in a frame: `npm run embedding-demo -- --key csk_test_…`. First add
// the printed address in the settings under Embedding.
const { values } = parseArgs({
  options: {
    countersign: { type: 'string', default: 'http://127.0.0.1:3000' },
    key: { type: 'string' },
    port: { type: 'string', default: '4000' },
  },
});
if (values.key === undefined)
  throw new Error('Pass a test key with the scope documents:embed: --key csk_test_…');
const { origin } = await serveDemo({
  countersign: values.countersign,
  key: values.key,
  port: Number(values.port),
});
process.stdout.write(`The demo is at ${origin}\n`);

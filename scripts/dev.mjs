// `npm run dev` restarts the server when its files change. Vite serves the client and proxies the API to the
// server. Open the URL that Vite prints, which equals PUBLIC_URL. The server refuses requests from other
// sites, so Vite may not choose another port.
import { spawn } from 'node:child_process';
import { inRoot, root } from './set-up/root.mjs';

const port = '5173';
const env = { PUBLIC_URL: `http://localhost:${port}`, PAYMENTS: 'sandbox', ...process.env };
const start = (args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
const vite = inRoot('node_modules/vite/bin/vite.js');
const children = [
  start([vite, '--config', 'web/vite.config.ts', '--port', port, '--strictPort']),
  start(['--watch', '--enable-source-maps', 'server/main.ts']),
];

const stop = () => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', stop).on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);

// `npm run dev`: the server starts again when its files change; the client comes from Vite, which passes the
// API on to the server. Open the address that Vite prints.
import { spawn } from 'node:child_process';
import { inRoot, root } from './set-up/root.mjs';

const start = (args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
const children = [
  start([inRoot('node_modules/vite/bin/vite.js'), '--config', 'web/vite.config.ts']),
  start(['--watch', '--enable-source-maps', 'server/main.ts']),
];

const stop = () => children.forEach((child) => child.kill('SIGTERM'));
process.on('SIGINT', stop).on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const isText = /\.(ts|tsx|mjs|cjs|js|json|md|sql|css|html|yml|yaml)$|(^|\/)(\.[^/]+|run|LICENSE)$/;

/** Returns the text files that are committed or about to be. Empty in a copy without git. */
export function ownTexts(root: string): { name: string; text: string }[] {
  return ownFiles(root).flatMap((name) => {
    try {
      return [{ name, text: readFileSync(join(root, name), 'utf8') }];
    } catch {
      // The file was deleted, but the deletion is not committed yet.
      return [];
    }
  });
}

function ownFiles(root: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  try {
    const listed = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed.split('\0').filter((name) => isText.test(name));
  } catch {
    return [];
  }
}

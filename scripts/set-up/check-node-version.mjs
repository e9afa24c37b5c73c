const oldestMajor = 20;
const oldestMinor = 19;

/**
 * npm needs some version of Node to install the one that the application runs on (the npm package `node`).
 * Older versions than this cannot load the packages that the installation needs.
 */
export function checkNodeVersion(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Error(
    `this machine's Node is ${version}; at least ${oldestMajor}.${oldestMinor} is needed to install. ` +
      'Get a current one from your system or from nodejs.org, then run the same command again.',
  );
}

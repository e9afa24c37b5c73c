const oldestMajor = 20;
const oldestMinor = 19;

/**
 * npm needs a Node of some kind to install the one that the application runs on (the npm package `node`).
 * Anything older than this cannot load the packages that take part in the installation.
 */
export function checkNodeVersion(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Error(
    `this machine's Node is ${version}; at least ${oldestMajor}.${oldestMinor} is needed to install. ` +
      'Get a current one from your system or from nodejs.org, then run the same command again.',
  );
}

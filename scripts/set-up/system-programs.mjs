import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Fonts with the widths of common Word fonts (Times New Roman, Arial and Courier New, Calibri, Cambria,
 * Verdana). Without them lines and pages break differently. The container image installs the same packages.
 * The paths are those of Debian, Fedora and Arch.
 */
export const wordFonts = [
  {
    package: 'fonts-liberation',
    places: ['truetype/liberation', 'truetype/liberation2', 'liberation', 'liberation-fonts'],
  },
  { package: 'fonts-dejavu-core', places: ['truetype/dejavu', 'dejavu-sans-fonts', 'TTF/DejaVuSans.ttf'] },
  {
    package: 'fonts-crosextra-carlito',
    places: ['truetype/crosextra/Carlito-Regular.ttf', 'google-carlito-fonts', 'TTF/Carlito-Regular.ttf'],
  },
  {
    package: 'fonts-crosextra-caladea',
    places: ['truetype/crosextra/Caladea-Regular.ttf', 'google-caladea-fonts', 'TTF/Caladea-Regular.ttf'],
  },
];

/**
 * Returns the Debian packages of fonts for Word documents that this machine lacks. Empty on systems that
 * store fonts elsewhere.
 */
export function missingFontPackages(folder = '/usr/share/fonts') {
  if (process.platform !== 'linux') return [];
  return wordFonts
    .filter(({ places }) => !places.some((place) => existsSync(path.join(folder, place))))
    .map(({ package: name }) => name);
}

/**
 * Programs that npm cannot install, with their purpose, their Debian packages, and a way to detect them
 * without starting anything. `start` needs fewer than `test`, and `long` needs those of `test` and more.
 */
export const systemPrograms = [
  {
    name: 'LibreOffice Writer',
    without: 'Word documents (.docx) cannot be uploaded; PDF files can',
    packages: ['libreoffice-writer-nogui'],
    neededBy: ['start', 'test'],
    isThere: () => hasProgram('soffice', process.env.SOFFICE_PATH, macOffice),
  },
  {
    name: 'LibreOffice Math',
    without: 'Word documents with formulas are refused',
    packages: ['libreoffice-math-nogui'],
    neededBy: ['start', 'test'],
    isThere: () => process.platform !== 'linux' || existsSync('/usr/lib/libreoffice/program/libsmlo.so'),
  },
  {
    name: 'fonts for Word documents',
    without: 'converted Word documents may use other fonts than their authors chose',
    packages: wordFonts.map(({ package: name }) => name),
    neededBy: ['start', 'test'],
    isThere: () => missingFontPackages().length === 0,
  },
  {
    // The headless browser needs a tenth less CPU time. An installed regular one is sufficient.
    name: 'Chromium',
    without: 'the end-to-end tests cannot run',
    packages: ['chromium-headless-shell'],
    neededBy: ['test'],
    isThere: () => hasProgram('chromium-headless-shell', process.env.CHROMIUM_PATH) || hasProgram('chromium'),
  },
  {
    name: 'PostgreSQL',
    without: 'the database tests run on the embedded database only',
    packages: ['postgresql'],
    neededBy: ['test'],
    isThere: () => hasProgram('initdb', ...debianPostgres()),
  },
  {
    name: 'pdfsig and pdftotext',
    without: 'sealed files are not verified by Poppler',
    packages: ['poppler-utils'],
    neededBy: ['test'],
    isThere: () => hasProgram('pdfsig') && hasProgram('pdftotext') && hasProgram('pdftoppm'),
  },
  {
    // Without them Poppler leaves out text in a font of such a collection, even if the font is embedded.
    name: "Poppler's Chinese, Japanese and Korean character collections",
    without: 'files with text of these languages look empty in Poppler',
    packages: ['poppler-data'],
    neededBy: ['test'],
    isThere: () => existsSync('/usr/share/poppler/cidToUnicode'),
  },
  {
    name: 'certutil',
    without: 'pdfsig cannot be given a trusted root',
    packages: ['libnss3-tools'],
    neededBy: ['test'],
    isThere: () => hasProgram('certutil'),
  },
  {
    name: 'qpdf',
    without: 'files are not checked by qpdf',
    packages: ['qpdf'],
    neededBy: ['test'],
    isThere: () => hasProgram('qpdf'),
  },
  {
    name: 'mutool',
    without: 'base files are not read by MuPDF',
    packages: ['mupdf-tools'],
    neededBy: ['test'],
    isThere: () => hasProgram('mutool'),
  },
  {
    name: 'Python',
    without: 'the Python client is not tested',
    packages: ['python3'],
    neededBy: ['test'],
    isThere: () => hasProgram('python3'),
  },
  {
    name: 'openssl',
    without: 'seals are not verified by OpenSSL',
    packages: ['openssl'],
    neededBy: ['test'],
    isThere: () => hasProgram('openssl'),
  },
  {
    name: 'Postfix',
    without: 'emails are not sent to a real mail server',
    packages: ['postfix'],
    neededBy: ['long'],
    isThere: () => hasProgram('postfix', '/usr/sbin/postfix'),
  },
  {
    name: 'lighttpd',
    without: 'files are not delivered to a real WebDAV server',
    packages: ['lighttpd', 'lighttpd-mod-webdav'],
    neededBy: ['long'],
    isThere: () => hasProgram('lighttpd', '/usr/sbin/lighttpd'),
  },
  {
    name: 'the OpenSSH server',
    without: 'files are not delivered to a real SFTP server',
    packages: ['openssh-server'],
    neededBy: ['long'],
    isThere: () => hasProgram('sshd', '/usr/sbin/sshd'),
  },
  {
    name: 'Ceph',
    without: 'files are not stored on, or delivered to, a real S3 server',
    packages: ['ceph-common', 'ceph-mon', 'ceph-osd', 'radosgw'],
    neededBy: ['long'],
    isThere: () => ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw'].every((name) => hasProgram(name)),
  },
  {
    name: 'Firefox ESR',
    without: 'sending, signing and verifying are not tested in Firefox',
    packages: ['firefox-esr'],
    neededBy: ['long'],
    isThere: () => hasProgram('firefox-esr'),
  },
  {
    name: 'WebKitGTK',
    without: 'sending, signing and verifying are not tested in WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    neededBy: ['long'],
    isThere: () => hasProgram('WebKitWebDriver') && hasProgram('Xvfb'),
  },
];

const macOffice = '/Applications/LibreOffice.app/Contents/MacOS/soffice';
function hasProgram(name, ...knownPaths) {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name));
  return [...knownPaths, ...onPath].some((file) => file !== undefined && file !== '' && existsSync(file));
}

/** Debian installs the server's programs outside PATH, in one folder per major version. */
function debianPostgres() {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return [];
  return readdirSync(versions).map((version) => path.join(versions, version, 'bin/initdb'));
}

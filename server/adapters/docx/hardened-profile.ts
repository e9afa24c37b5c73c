type Setting = { path: string; name: string; value: boolean | number };

/**
 * LibreOffice may only lay out an untrusted document. The first two settings are those found to prevent
 * linked pictures, both from the network and from local files. Without them, local files would be readable
 * even with the network cut off.
 */
const settings: Setting[] = [
  { path: 'Office.Common/Security/Scripting', name: 'BlockUntrustedRefererLinks', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'DisableMacrosExecution', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'DisableActiveContent', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'MacroSecurityLevel', value: 3 },
  { path: 'Office.Common/Save/Document', name: 'LoadPrinter', value: false },
  { path: 'Office.Common/Misc', name: 'CrashReport', value: false },
  // 2: links to other documents are never followed. Fields that ignore this setting are frozen before
  //   (prepare/).
  { path: 'Office.Writer/Content/Update', name: 'Link', value: 2 },
  { path: 'Office.Writer/Content/Update', name: 'Field', value: false },
];

const item = ({ path, name, value }: Setting) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** `registrymodifications.xcu` of a new profile. */
export const hardenedProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings.map(item).join('\n')}
</oor:items>
`;

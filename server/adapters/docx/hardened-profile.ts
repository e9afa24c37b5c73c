type Setting = { path: string; name: string; value: boolean | number };

/**
 * Settings that limit LibreOffice to laying out an untrusted document. In our tests the first two prevented
 * linked pictures, both from the network and from local files. Without them, LibreOffice could read local
 * files even without network access.
 */
const settings: Setting[] = [
  { path: 'Office.Common/Security/Scripting', name: 'BlockUntrustedRefererLinks', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'DisableMacrosExecution', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'DisableActiveContent', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'MacroSecurityLevel', value: 3 },
  { path: 'Office.Common/Save/Document', name: 'LoadPrinter', value: false },
  { path: 'Office.Common/Misc', name: 'CrashReport', value: false },
  // 2 means that links to other documents are never followed. Fields that ignore this setting were frozen
  // earlier (prepare/).
  { path: 'Office.Writer/Content/Update', name: 'Link', value: 2 },
  { path: 'Office.Writer/Content/Update', name: 'Field', value: false },
];

const item = ({ path, name, value }: Setting) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** Content of `registrymodifications.xcu` in a new profile. */
export const hardenedProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings.map(item).join('\n')}
</oor:items>
`;

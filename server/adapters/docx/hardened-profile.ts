type Setting = { path: string; name: string; value: boolean | number };

/**
 * LibreOffice may do nothing with a stranger's document but lay it out. The first two are the ones that were
 * seen to stop linked pictures, from the network and from this machine's files alike; a network that is cut off
 * would still leave the files.
 */
const settings: Setting[] = [
  { path: 'Office.Common/Security/Scripting', name: 'BlockUntrustedRefererLinks', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'DisableMacrosExecution', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'DisableActiveContent', value: true },
  { path: 'Office.Common/Security/Scripting', name: 'MacroSecurityLevel', value: 3 },
  { path: 'Office.Common/Save/Document', name: 'LoadPrinter', value: false },
  { path: 'Office.Common/Misc', name: 'CrashReport', value: false },
  // 2: links to other documents are never followed. Fields that ignore the second are frozen before (prepare/).
  { path: 'Office.Writer/Content/Update', name: 'Link', value: 2 },
  { path: 'Office.Writer/Content/Update', name: 'Field', value: false },
];

const item = ({ path, name, value }: Setting) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** `registrymodifications.xcu` of a fresh profile. */
export const hardenedProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings.map(item).join('\n')}
</oor:items>
`;

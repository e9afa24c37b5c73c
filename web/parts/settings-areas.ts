import type { Permission } from '#core/permission/permission.ts';

/** The areas of the settings by group, in the order of the sub-navigation. */
export const areaGroups = {
  you: ['profile', 'security', 'notifications', 'apps'],
  account: ['account', 'brand', 'email', 'people', 'groups', 'signOn', 'retention', 'billing'],
  developers: ['api', 'webhooks', 'destinations'],
} as const;

type AreaGroup = keyof typeof areaGroups;
type AreaId = (typeof areaGroups)[AreaGroup][number];

/**
 * `needs` requires one of these permissions. `team` areas exist only in accounts whose plan includes a team.
 */
type Area = { to: string; needs?: readonly Permission[]; team?: true };

/** Pages that the specification names have the addresses from the specification. */
const areas: Readonly<Record<AreaId, Area>> = {
  profile: { to: '/settings' },
  security: { to: '/settings/security' },
  notifications: { to: '/settings/notifications' },
  apps: { to: '/settings/apps' },
  account: { to: '/settings/account', needs: ['account.settings', 'account.export'] },
  brand: { to: '/settings/brand', needs: ['brand.edit'] },
  email: { to: '/settings/email', needs: ['brand.edit', 'account.settings'] },
  people: { to: '/user-management' },
  groups: { to: '/user-management/groups', needs: ['team.manage'], team: true },
  signOn: { to: '/user-management/sign-in', needs: ['team.manage'], team: true },
  retention: { to: '/settings/retention', needs: ['account.settings'] },
  billing: { to: '/billing' },
  api: { to: '/settings/api', needs: ['key.manage'] },
  webhooks: { to: '/settings/webhooks', needs: ['webhook.read'] },
  destinations: { to: '/settings/destinations', needs: ['webhook.read'] },
};

export type ShownArea = { id: AreaId; to: string };

/** Returns the areas that a member with these permissions can open, by group, without empty groups. */
export function areasFor(
  can: readonly Permission[],
  hasTeam: boolean,
): { group: AreaGroup; areas: ShownArea[] }[] {
  return Object.entries(areaGroups).flatMap(([group, ids]) => {
    const shown = ids.flatMap((id) => {
      const { to, needs, team } = areas[id];
      const open = (!needs || needs.some((one) => can.includes(one))) && (!team || hasTeam);
      return open ? [{ id, to }] : [];
    });
    return shown.length === 0 ? [] : [{ group: group as AreaGroup, areas: shown }];
  });
}

/** The areas of sections that were once anchors on /settings, such as /settings#brand in earlier emails. */
const areaOfSection: Readonly<Record<string, AreaId>> = {
  brand: 'brand',
  notifications: 'notifications',
  security: 'security',
  sessions: 'security',
  connections: 'apps',
  api: 'api',
  embedding: 'api',
  formats: 'account',
  'signature-kinds': 'account',
  copies: 'email',
  data: 'account',
  webhooks: 'webhooks',
  destinations: 'destinations',
};

/** Returns the address of a section in its area. Sections of the profile remain on /settings. */
export function addressOfSection(id: string): string {
  const area = areaOfSection[id];
  return `${areas[area ?? 'profile'].to}#${id}`;
}

export const isMoved = (section: string): boolean => areaOfSection[section] !== undefined;

/** The only table of plan prices and limits (specification §9). Null means unlimited. */
export type PlanLimits = {
  documentsPerMonth: number | null;
  templates: number | null;
  recipientsPerDocument: number | null;
  fileSize: number;
  /** Total bytes of all files of an account. Identical files count once. */
  storage: number;
};

export const planNames = ['free', 'pro', 'business'] as const;
export type PlanName = (typeof planNames)[number];

/** Maximum size of an upload in bytes, on every plan (specification §5). */
export const MAX_UPLOAD_BYTES = 26_214_400;

const gigabyte = 1_000_000_000;

/** Lines of a price card in order (specification §9). 'documents' and 'templates' show numbers from `limits`. */
export const planContents = [
  'everythingInPro',
  'documents',
  'templates',
  'signatures',
  'mail',
  'branding',
  'documentTemplates',
  'support',
  'team',
  'reports',
  'api',
] as const;
export type PlanContent = (typeof planContents)[number];

/**
 * Benefits that are implemented have true and get a check mark on the price cards. `docs/traceability.md` lists
 * the test of each on every plan that offers it. The others are shown as planned and are not sold.
 */
export const works: Readonly<Record<PlanContent, boolean>> = {
  everythingInPro: true,
  documents: true,
  templates: true,
  signatures: true,
  mail: true,
  branding: true,
  documentTemplates: true,
  support: true,
  team: true,
  reports: true,
  api: true,
};

export type Plan = {
  title: string;
  dollarsPerMonth: number;
  /** Number of free trial days at the beginning of an account's first subscription. */
  trialDays: number;
  /** True if the card shows 'Most Popular'. */
  popular: boolean;
  contents: readonly PlanContent[];
  limits: PlanLimits;
};

export const plans: Record<PlanName, Plan> = {
  free: {
    title: 'Free',
    dollarsPerMonth: 0,
    trialDays: 0,
    popular: false,
    contents: ['documents', 'templates', 'signatures', 'mail'],
    limits: {
      documentsPerMonth: 3,
      templates: 5,
      recipientsPerDocument: 5,
      fileSize: MAX_UPLOAD_BYTES,
      storage: 1 * gigabyte,
    },
  },
  pro: {
    title: 'Pro',
    dollarsPerMonth: 19,
    trialDays: 14,
    popular: true,
    contents: ['documents', 'templates', 'branding', 'documentTemplates', 'support'],
    limits: {
      documentsPerMonth: null,
      templates: 50,
      recipientsPerDocument: 20,
      fileSize: MAX_UPLOAD_BYTES,
      storage: 50 * gigabyte,
    },
  },
  business: {
    title: 'Business',
    dollarsPerMonth: 49,
    trialDays: 0,
    popular: false,
    contents: ['everythingInPro', 'templates', 'team', 'reports', 'api'],
    limits: {
      documentsPerMonth: null,
      templates: null,
      recipientsPerDocument: null,
      fileSize: MAX_UPLOAD_BYTES,
      storage: 500 * gigabyte,
    },
  },
};

/** Returns true if a plan is sold with this benefit, directly or as part of a smaller plan. */
export function offers(plan: PlanName, content: PlanContent): boolean {
  const { contents } = plans[plan];
  return contents.includes(content) || (contents.includes('everythingInPro') && offers('pro', content));
}

export function planNamed(name: string): PlanName {
  return planNames.find((known) => known === name) ?? 'free';
}

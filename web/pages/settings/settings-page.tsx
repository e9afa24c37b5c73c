import { useQuery, useMutation } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useEffect, useState, useId } from 'react';
import { useLocation } from 'react-router';
import type { CurrentUser } from '#contract/accounts/account.ts';
import type { PreferencesAnswer } from '#contract/accounts/preferences.ts';
import type { SecurityAnswer } from '#contract/accounts/security.ts';
import { currentUserQuery } from '../../api/account.ts';
import { preferencesQuery } from '../../api/preferences.ts';
import { reasonOf } from '../../api/transport/request.ts';
import { securityQuery } from '../../api/security.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { useTranslation } from '../../words.ts';
import { ApiKeysSection } from './api-keys-section.tsx';
import { BrandSection } from './brand-section.tsx';
import { ConnectionsSection } from './connections-section.tsx';
import { DataSection } from './data-section.tsx';
import { EmbeddingSection } from './embedding-section.tsx';
import { FormatsSection } from './formats-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecuritySection } from './security/security-section.tsx';
import { SessionsSection } from './security/sessions-section.tsx';
import { DestinationsSection } from './destinations-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';
import { useDeferredTexts } from '../../api/later-words.ts';
import { changeTeam, teamQuery } from '../../api/team.ts';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { SignatureKinds } from '../../parts/forms/signature-kinds.tsx';
import { Switch } from '../../parts/forms/switch.tsx';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

/**
 * Profile, notifications, security, sessions, preferences (specification §2). Every change is saved
 * immediately.
 */
export function SettingsPage() {
  const { t } = useTranslation();
  const user = useQuery(currentUserQuery);
  const preferences = useQuery(preferencesQuery);
  const security = useQuery(securityQuery);
  const failed = [user, preferences, security].find((query) => query.isLoadingError);
  const loaded = user.data && preferences.data && security.data;
  useSectionOfAddress(Boolean(loaded));
  return (
    <div className="flex max-w-[960px] flex-col gap-8">
      <PageHeader title={t('settings.title')} about={t('settings.about')} />
      {failed ? (
        <div className="rounded-lg border border-line bg-surface">
          <ErrorState reason={reasonOf(failed.error)} onRetry={() => void failed.refetch()} />
        </div>
      ) : null}
      {!loaded && !failed ? <Loading /> : null}
      {loaded ? (
        <Sections user={user.data!} preferences={preferences.data!} security={security.data!} />
      ) : null}
    </div>
  );
}

type Loaded = { user: CurrentUser; preferences: PreferencesAnswer; security: SecurityAnswer };

function Sections({ user, preferences, security }: Loaded) {
  // Keeps its position when the second factor is set up; mounting it again would hide the recovery codes.
  const [securityFirst] = useState(user.twoFactorMissing);
  return (
    <>
      {user.twoFactorMissing ? <FactorNotice /> : null}
      {securityFirst ? <SecuritySection security={security} /> : null}
      <ProfileSection user={user} security={security} />
      {user.can.includes('brand.edit') ? <BrandSection user={user} /> : null}
      <NotificationsSection preferences={preferences} />
      {securityFirst ? null : <SecuritySection security={security} />}
      <SessionsSection />
      <ConnectionsSection />
      {user.can.includes('key.manage') ? <ApiKeysSection /> : null}
      {user.can.includes('key.manage') ? <EmbeddingSection /> : null}
      <PreferencesSection preferences={preferences} />
      {user.can.includes('account.settings') ? <FormatsSection user={user} /> : null}
      {user.can.includes('account.settings') ? <SignatureKindsSection /> : null}
      {user.can.includes('account.settings') ? <CopiesSection /> : null}
      {user.can.includes('webhook.read') ? <WebhooksSection /> : null}
      {user.can.includes('webhook.read') ? <DestinationsSection /> : null}
      {user.can.includes('account.export') ? <DataSection /> : null}
    </>
  );
}

/** The rest of the product is unavailable until then. */
function FactorNotice() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex gap-3 rounded-lg border border-line bg-warn-soft p-4 text-warn sm:p-5">
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <h2 className="text-base">{t('team.twoFactorMissing')}</h2>
        <p className="mt-1">{t('team.factorMissingAbout')}</p>
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-8">
      {['h-64', 'h-96', 'h-80'].map((height) => (
        <div
          key={height}
          className="grid gap-x-10 gap-y-4 border-t border-line pt-7 lg:grid-cols-[240px_1fr]"
        >
          <Skeleton className="h-5 w-32" />
          <Skeleton className={`${height} rounded-lg`} />
        </div>
      ))}
    </div>
  );
}

/** '/settings#profile' scrolls to the section, even if the page loads later. */
function useSectionOfAddress(loaded: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!loaded || hash === '') return;
    const section = document.getElementById(hash.slice(1));
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [loaded, hash, key]);
}

/** How signers may sign new documents. A change is saved immediately. */
function SignatureKindsSection() {
  const { t } = useTranslation();
  const say = useDeferredTexts('templates');
  const team = useQuery(teamQuery).data;
  const saving = useMutation(changeTeam);
  if (!say || !team) return null;
  const kinds =
    saving.isPending && saving.variables.signatureKinds !== undefined
      ? saving.variables.signatureKinds
      : team.signatureKinds;
  return (
    <SettingsSection id="signature-kinds" title={say('kinds.setting')} about={say('kinds.settingAbout')}>
      <SignatureKinds
        ofAccount
        kinds={kinds}
        onChange={(wanted) =>
          saving.mutate({ signatureKinds: wanted }, { onError: failureToast(t('settings.failed')) })
        }
      />
    </SettingsSection>
  );
}

/** Emails about completed documents, and links that senders deliver. A change is saved immediately. */
function CopiesSection() {
  const { t } = useTranslation();
  const say = useDeferredTexts('delivery');
  const team = useQuery(teamQuery).data;
  const saving = useMutation(changeTeam);
  const id = useId();
  const linksId = useId();
  if (!say || !team) return null;
  const pending = saving.isPending ? saving.variables : {};
  const links = pending.copiesAsLinks ?? team.copiesAsLinks;
  const isProtected = pending.linksProtected ?? team.linksProtected;
  return (
    <SettingsSection id="copies" title={say('copiesSetting.title')} about={say('copiesSetting.about')}>
      <Rows>
        <Row
          title={<label htmlFor={id}>{say('copiesSetting.links')}</label>}
          about={say('copiesSetting.linksAbout')}
        >
          <Switch
            id={id}
            checked={links}
            onChange={(wanted) =>
              saving.mutate({ copiesAsLinks: wanted }, { onError: failureToast(t('settings.failed')) })
            }
          />
        </Row>
        <Row
          title={<label htmlFor={linksId}>{say('linksSetting.protected')}</label>}
          about={say('linksSetting.protectedAbout')}
        >
          <Switch
            id={linksId}
            checked={isProtected}
            onChange={(wanted) =>
              saving.mutate({ linksProtected: wanted }, { onError: failureToast(t('settings.failed')) })
            }
          />
        </Row>
      </Rows>
    </SettingsSection>
  );
}

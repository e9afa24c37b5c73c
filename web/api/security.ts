import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { CurrentUser } from '#contract/account.ts';
import type {
  Enrolment,
  ProfileBody,
  RecoveryCodes,
  SecurityAnswer,
  SessionView,
} from '#contract/security.ts';
import { queryClient } from './query-client.ts';
import { change, load, request, RequestError } from './request.ts';

/** How the person who is signed in signs in. */
export const securityQuery = queryOptions({
  queryKey: ['api', 'security'],
  queryFn: ({ signal }) => load<SecurityAnswer>('/api/security', signal),
  refetchOnMount: 'always',
});

export const sessionsQuery = queryOptions({
  queryKey: ['api', 'sessions'],
  queryFn: ({ signal }) => load<SessionView[]>('/api/sessions', signal),
  refetchOnMount: 'always',
});

const userKey = ['api', 'auth', 'user'];
const lookAgain = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: securityQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  ]);
const changeUser = (change: Partial<CurrentUser>) =>
  queryClient.setQueryData<CurrentUser | null>(userKey, (user) => user && { ...user, ...change });

export const saveProfile = mutationOptions({
  mutationFn: (names: ProfileBody) => change<void>('PATCH', '/api/user/profile', names),
  onSuccess: (_nothing, names) => changeUser(names),
});

/** A picture that the browser has cut to a square already. */
export const savePhoto = mutationOptions({
  mutationFn: async (photo: Blob) => {
    const answer = await fetch('/api/user/photo', {
      method: 'PUT',
      credentials: 'include',
      headers: { 'content-type': photo.type },
      body: photo,
    });
    if (!answer.ok) throw new RequestError(answer.status, answer.statusText, await answer.text());
    return (await answer.json()) as { photo: string };
  },
  onSuccess: ({ photo }) => changeUser({ photo }),
});

export const removePhoto = mutationOptions({
  mutationFn: () => request('/api/user/photo', { method: 'DELETE' }),
  onSuccess: () => changeUser({ photo: null }),
});

export const changePassword = mutationOptions({
  mutationFn: (body: { password: string; newPassword: string }) =>
    change<void>('POST', '/api/security/password', body),
  onSuccess: lookAgain,
});

export const changeEmail = mutationOptions({
  mutationFn: (body: { password: string; email: string }) =>
    change<void>('POST', '/api/security/email', body),
});

export const askToConfirmEmail = mutationOptions({
  mutationFn: () => change<void>('POST', '/api/security/email/confirmation'),
});

export const beginTwoFactor = mutationOptions({
  mutationFn: (password: string) => change<Enrolment>('POST', '/api/security/two-factor', { password }),
});

export const confirmTwoFactor = mutationOptions({
  mutationFn: (code: string) => change<RecoveryCodes>('POST', '/api/security/two-factor/confirm', { code }),
  onSuccess: lookAgain,
});

export const endTwoFactor = mutationOptions({
  mutationFn: (password: string) => change<void>('DELETE', '/api/security/two-factor', { password }),
  onSuccess: lookAgain,
});

export const renewRecoveryCodes = mutationOptions({
  mutationFn: (password: string) =>
    change<RecoveryCodes>('POST', '/api/security/recovery-codes', { password }),
  onSuccess: lookAgain,
});

/** Asks the browser for a passkey; its dialog belongs to the system and may be closed there. */
export const addPasskey = mutationOptions({
  mutationFn: async ({ password, name }: { password: string; name: string }) => {
    const optionsJSON = await change<PublicKeyCredentialCreationOptionsJSON>(
      'POST',
      '/api/security/passkeys/options',
      {
        password,
      },
    );
    const { startRegistration } = await import('@simplewebauthn/browser');
    const answer = await startRegistration({ optionsJSON });
    return change<{ id: string }>('POST', '/api/security/passkeys', { name, answer });
  },
  onSuccess: lookAgain,
});

export const renamePasskey = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    change<void>('PATCH', `/api/security/passkeys/${encodeURIComponent(id)}`, { name }),
  onSuccess: lookAgain,
});

export const removePasskey = mutationOptions({
  mutationFn: ({ id, password }: { id: string; password: string }) =>
    change<void>('DELETE', `/api/security/passkeys/${encodeURIComponent(id)}`, { password }),
  onSuccess: lookAgain,
});

export const endSession = mutationOptions({
  mutationFn: (id: string) => change<void>('DELETE', `/api/sessions/${id}`),
  onSettled: lookAgain,
});

/** This browser is signed out too, and what it still holds of the person goes with it. */
export const signOutEverywhere = mutationOptions({
  mutationFn: () => change<void>('DELETE', '/api/sessions'),
  onSuccess: () => window.location.assign('/api/logout/done'),
});

import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import type { CurrentUser } from '#contract/account.ts';
import { accountPaths, securityPaths, signInPaths } from '#contract/paths.ts';
import type { ProfileBody } from '#contract/security.ts';
import { change, load, readAnswer } from './call.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

/** How the person who is signed in signs in. */
export const securityQuery = queryOptions({
  queryKey: ['api', 'security'],
  queryFn: ({ signal }) => load(securityPaths.readSecurity, {}, signal),
  refetchOnMount: 'always',
});

export const sessionsQuery = queryOptions({
  queryKey: ['api', 'sessions'],
  queryFn: ({ signal }) => load(securityPaths.listSessions, {}, signal),
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
  mutationFn: (names: ProfileBody) => change(accountPaths.changeProfile, { body: names }),
  onSuccess: (_nothing, names) => changeUser(names),
});

/** A picture that the browser has cut to a square already. */
export const savePhoto = mutationOptions({
  mutationFn: async (photo: Blob) =>
    readAnswer(accountPaths.putPhoto, await request(accountPaths.putPhoto, { body: photo })),
  onSuccess: ({ photo }) => changeUser({ photo }),
});

export const removePhoto = mutationOptions({
  mutationFn: () => change(accountPaths.deletePhoto),
  onSuccess: () => changeUser({ photo: null }),
});

export const changePassword = mutationOptions({
  mutationFn: (body: { password: string; newPassword: string }) =>
    change(securityPaths.changePassword, { body }),
  onSuccess: lookAgain,
});

export const changeEmail = mutationOptions({
  mutationFn: (body: { password: string; email: string }) => change(securityPaths.changeEmail, { body }),
});

export const askToConfirmEmail = mutationOptions({
  mutationFn: () => change(securityPaths.confirmEmail),
});

export const beginTwoFactor = mutationOptions({
  mutationFn: (password: string) => change(securityPaths.beginTwoFactor, { body: { password } }),
});

export const confirmTwoFactor = mutationOptions({
  mutationFn: (code: string) => change(securityPaths.confirmTwoFactor, { body: { code } }),
  onSuccess: lookAgain,
});

export const endTwoFactor = mutationOptions({
  mutationFn: (password: string) => change(securityPaths.endTwoFactor, { body: { password } }),
  onSuccess: lookAgain,
});

export const renewRecoveryCodes = mutationOptions({
  mutationFn: (password: string) => change(securityPaths.renewRecoveryCodes, { body: { password } }),
  onSuccess: lookAgain,
});

/** Asks the browser for a passkey; its dialog belongs to the system and may be closed there. */
export const addPasskey = mutationOptions({
  mutationFn: async ({ password, name }: { password: string; name: string }) => {
    const optionsJSON = await change(securityPaths.beginPasskey, { body: { password } });
    const { startRegistration } = await import('@simplewebauthn/browser');
    const answer = await startRegistration({ optionsJSON });
    return change(securityPaths.addPasskey, { body: { name, answer } });
  },
  onSuccess: lookAgain,
});

export const renamePasskey = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    change(securityPaths.renamePasskey, { params: { id }, body: { name } }),
  onSuccess: lookAgain,
});

export const removePasskey = mutationOptions({
  mutationFn: ({ id, password }: { id: string; password: string }) =>
    change(securityPaths.removePasskey, { params: { id }, body: { password } }),
  onSuccess: lookAgain,
});

export const endSession = mutationOptions({
  mutationFn: (id: string) => change(securityPaths.endSession, { params: { id } }),
  onSettled: lookAgain,
});

/** This browser is signed out too, and what it still holds of the person goes with it. */
export const signOutEverywhere = mutationOptions({
  mutationFn: () => change(securityPaths.endAllSessions),
  onSuccess: () => window.location.assign(addressOf(signInPaths.signedOut)),
});

import {
  appList,
  authorizationServer,
  connectAnswer,
  connectDecision,
  connectionList,
  connectRequest,
  createAppBody,
  newApp,
  resourceMetadata,
} from '../apps.ts';
import { appPaths } from '../paths.ts';
import { nothing, redirect, routesAt } from '../route.ts';

/** OAuth apps; only people can register, connect and disconnect them. */
export const appRows = routesAt(appPaths, {
  listApps: {
    ...{ summary: 'The apps that members of the account can connect', who: 'member' },
    answers: { 200: appList },
    refusals: [],
  },
  createApp: {
    ...{
      summary: 'Register an app; its secret is answered this once',
      who: 'confirmed',
      body: createAppBody,
    },
    answers: { 201: newApp },
    refusals: ['key-name-missing', 'redirect-invalid', 'keys-too-many', 'plan-without-api'],
  },
  removeApp: {
    ...{ summary: 'Take an app away, for everybody who has connected it', who: 'member' },
    answers: { 204: nothing },
    refusals: ['not-found'],
  },
  listConnections: {
    ...{ summary: 'The apps that the member has connected', who: 'member' },
    answers: { 200: connectionList },
    refusals: [],
  },
  endConnection: {
    ...{ summary: 'Disconnect an app', who: 'member', answers: { 204: nothing } },
    refusals: ['not-found'],
  },
  beginConnection: {
    ...{ summary: 'On the way from an app to its question', who: 'anyone', head: false },
    answers: { 302: redirect },
    refusals: [],
  },
  readConnectRequest: {
    ...{ summary: 'What an app asks for', who: 'member', answers: { 200: connectRequest } },
    refusals: ['not-found', 'plan-without-api'],
  },
  decideConnection: {
    ...{ summary: 'Let an app act for the member, or not', who: 'confirmed', body: connectDecision },
    answers: { 200: connectAnswer },
    refusals: ['not-found', 'plan-without-api'],
  },
  readResource: {
    ...{ summary: 'What an app needs to know of the API (RFC 9728)', who: 'anyone' },
    answers: { 200: resourceMetadata },
    refusals: [],
  },
  readMcpResource: {
    ...{ summary: 'The same of the tools for assistants', who: 'anyone' },
    answers: { 200: resourceMetadata },
    refusals: [],
  },
  readAuthorizationServer: {
    ...{ summary: 'Where apps are let in (RFC 8414)', who: 'anyone' },
    answers: { 200: authorizationServer },
    refusals: [],
  },
});

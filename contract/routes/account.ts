import { z } from 'zod';
import { MAX_PHOTO } from '#core/preference/photo.ts';
import {
  choosePlanBody,
  currentUser,
  dashboardStats,
  photoAnswer,
  planLimits,
  userUsage,
} from '../account.ts';
import { notice, noticesQuery, readNoticesBody } from '../notices.ts';
import { accountPaths } from '../paths.ts';
import { preferencesAnswer, preferencesChange } from '../preferences.ts';
import { bytes, events, file, nothing, routesAt } from '../route.ts';
import { profileBody } from '../security.ts';

const who = 'member';

/** The signed-in user: usage, limits, preferences and notifications. */
export const accountRows = routesAt(accountPaths, {
  readCurrentUser: { summary: 'Get the signed-in member', who, answers: { 200: currentUser }, refusals: [] },
  choosePlan: {
    ...{ summary: 'Choose the Free plan', who, body: choosePlanBody },
    answers: { 204: nothing },
    refusals: [],
  },
  readUsage: {
    summary: 'Get the account’s usage and limits',
    who,
    answers: { 200: userUsage },
    refusals: [],
  },
  readDashboardStats: {
    ...{ summary: 'Get the dashboard figures', who },
    answers: { 200: dashboardStats },
    refusals: [],
  },
  readPlanLimits: {
    summary: 'List the limits of each plan',
    who,
    answers: { 200: planLimits },
    refusals: [],
  },
  readPreferences: {
    ...{ summary: 'Get the member’s preferences', who },
    answers: { 200: preferencesAnswer },
    refusals: [],
  },
  changePreferences: {
    ...{ summary: 'Change the member’s preferences', who, body: preferencesChange },
    answers: { 200: preferencesAnswer },
    refusals: [],
  },
  putPhoto: {
    ...{
      summary: 'Set the member’s photo',
      who,
      body: bytes('image/png', 'image/jpeg'),
      largestBody: MAX_PHOTO,
    },
    answers: { 200: photoAnswer },
    refusals: ['photo-invalid'],
  },
  deletePhoto: { summary: 'Delete the member’s photo', who, answers: { 204: nothing }, refusals: [] },
  readPhoto: {
    ...{ summary: 'Get a member’s photo', who },
    answers: { 200: file('image/png', 'image/jpeg') },
    refusals: ['not-found'],
  },
  changeProfile: {
    ...{ summary: 'Change the member’s name', who, body: profileBody },
    answers: { 204: nothing },
    refusals: ['managed-elsewhere', 'name-missing', 'name-invalid'],
  },
  listNotices: {
    ...{ summary: 'List notifications, newest first', who, query: noticesQuery },
    answers: { 200: z.array(notice) },
    headers: ['link', 'x-unread-count'],
    refusals: [],
  },
  readNotices: {
    ...{ summary: 'Mark notifications as read', who, body: readNoticesBody },
    answers: { 204: nothing },
    refusals: [],
  },
  followAccount: {
    ...{ summary: 'Stream hints about possible changes in the account', who, head: false },
    answers: { 200: events },
    refusals: ['too-many-requests'],
  },
});

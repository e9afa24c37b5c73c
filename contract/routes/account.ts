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
  readCurrentUser: { summary: 'Who is signed in', who, answers: { 200: currentUser }, refusals: [] },
  choosePlan: {
    ...{ summary: 'Choose the free plan', who, body: choosePlanBody },
    answers: { 204: nothing },
    refusals: [],
  },
  readUsage: { summary: 'Used, and allowed', who, answers: { 200: userUsage }, refusals: [] },
  readDashboardStats: {
    ...{ summary: 'The numbers of the dashboard', who },
    answers: { 200: dashboardStats },
    refusals: [],
  },
  readPlanLimits: { summary: 'What each plan allows', who, answers: { 200: planLimits }, refusals: [] },
  readPreferences: {
    ...{ summary: 'What a member has chosen', who },
    answers: { 200: preferencesAnswer },
    refusals: [],
  },
  changePreferences: {
    ...{ summary: 'Change some of it', who, body: preferencesChange },
    answers: { 200: preferencesAnswer },
    refusals: [],
  },
  putPhoto: {
    ...{ summary: 'Set the photo', who, body: bytes('image/png', 'image/jpeg'), largestBody: MAX_PHOTO },
    answers: { 200: photoAnswer },
    refusals: ['photo-invalid'],
  },
  deletePhoto: { summary: 'Take the photo away', who, answers: { 204: nothing }, refusals: [] },
  readPhoto: {
    ...{ summary: 'The photo', who },
    answers: { 200: file('image/png', 'image/jpeg') },
    refusals: ['not-found'],
  },
  changeProfile: {
    ...{ summary: 'Change the name', who, body: profileBody },
    answers: { 204: nothing },
    refusals: ['managed-elsewhere', 'name-missing', 'name-invalid'],
  },
  listNotices: {
    ...{ summary: 'News for the bell, the newest first', who, query: noticesQuery },
    answers: { 200: z.array(notice) },
    headers: ['link', 'x-unread-count'],
    refusals: [],
  },
  readNotices: {
    ...{ summary: 'Note that news was read', who, body: readNoticesBody },
    answers: { 204: nothing },
    refusals: [],
  },
  followAccount: {
    ...{ summary: 'Hints of what may have changed', who, head: false },
    answers: { 200: events },
    refusals: ['too-many-requests'],
  },
});

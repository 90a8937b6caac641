import type { UserSearch } from './user-search';

/** Asks for what a place shows. What asks is fetched past the gate only, so that nobody else brings it along. */
const load = () => import('./load');

export const loadAnnouncements = () => load().then((all) => all.loadAnnouncements());
export const loadAudit = () => load().then((all) => all.loadAudit());
export const loadCases = () => load().then((all) => all.loadCases());
export const loadDashboard = () => load().then((all) => all.loadDashboard());
export const loadExamples = () => load().then((all) => all.loadExamples());
export const loadJudgements = () => load().then((all) => all.loadJudgements());
export const loadOperations = () => load().then((all) => all.loadOperations());
export const loadPacks = () => load().then((all) => all.loadPacks());
export const loadQueues = () => load().then((all) => all.loadQueues());
export const loadRetention = () => load().then((all) => all.loadRetention());
export const loadStyles = () => load().then((all) => all.loadStyles());
export const loadUser = (id: string) => load().then((all) => all.loadUser(id));
export const loadUsers = (search: UserSearch) => load().then((all) => all.loadUsers(search));

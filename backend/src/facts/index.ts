export { facts, PLAN_IDS, type PlanId, type PortraitFormat } from './facts.js';

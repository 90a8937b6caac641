export { facts, PLAN_IDS, type PlanId } from './facts.js';

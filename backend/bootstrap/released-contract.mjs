import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingChanges } from './contract-changes.mjs';
import { root } from './workspace.mjs';

const read = (name) => readFileSync(join(root, 'openapi', name), 'utf8');
const SHORTEST_REASON = 10;

/**
 * What is wrong between the contract that was released and the one of this tree: breaks that nobody approved, and approvals that approve nothing.
 * @param approvals one line each, `change -- reason`; empty lines and lines with # say nothing
 * @returns {string[]} German lines
 */
export function faultsOfContract(released, present, approvals) {
  const approved = approvals
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => line.split(' -- '))
    .map(([change, reason = '']) => ({ change: change.trim(), reason: reason.trim() }));
  const changes = breakingChanges(released, present);
  const known = new Set(approved.map(({ change }) => change));
  return [
    ...changes.filter((change) => !known.has(change)).map((change) => `bricht, was veröffentlicht ist: ${change}`),
    ...approved
      .filter(({ change }) => !changes.includes(change))
      .map(({ change }) => `ist freigegeben, aber nicht geschehen: ${change}`),
    ...approved
      .filter(({ reason }) => reason.length < SHORTEST_REASON)
      .map(({ change }) => `ist ohne Grund freigegeben: ${change}`),
  ];
}

/** Compares openapi.json with released.json. */
export function checkReleasedContract() {
  const faults = faultsOfContract(
    JSON.parse(read('released.json')),
    JSON.parse(read('openapi.json')),
    read('approved-changes.txt'),
  );
  if (faults.length === 0) return { code: 0, output: '' };
  return {
    code: 1,
    output: `error: der Vertrag mit Partnern; sdk/guides/versioning.md sagt, was erlaubt ist, und docs/contributing.md, wie ein Bruch freigegeben wird\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  };
}

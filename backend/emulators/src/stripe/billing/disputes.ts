import { buildDispute, buildDisputeTransaction } from '../objects/dispute.js';
import type { WireCharge, WireDispute } from '../objects/wire.js';
import { newId, newPartId } from '../state/ids.js';
import type { World } from '../state/world.js';

/** Who gets the money in the end: the merchant where the dispute is won, the customer where it is lost. */
export type DisputeOutcome = 'won' | 'lost';

/** The customer complains to the bank about a charge, and the money is withdrawn. @throws Error for a charge that does not exist, took no money or is disputed already */
export function disputeCharge(world: World, id: string): WireDispute {
  const charge = world.state.charges.get(id);
  if (!charge?.paid || charge.disputed) throw new Error(`no charge ${id} that could be disputed`);
  const dispute = buildDispute(newId('disputes'), world.now(), charge);
  world.state.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  move(world, dispute, -dispute.amount);
  world.emit('charge.dispute.created', dispute);
  world.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The bank decides; `id` is that of the dispute or of its charge. The charge stays marked as disputed. @throws Error where no dispute is open */
export function closeDispute(world: World, id: string, outcome: DisputeOutcome): WireDispute {
  const dispute = [...world.state.disputes.values()].find((one) => one.id === id || one.charge === id);
  if (!dispute || isDecided(dispute)) throw new Error(`no open dispute ${id} that could be closed`);
  dispute.status = outcome;
  if (outcome === 'won') move(world, dispute, dispute.amount);
  world.emit('charge.dispute.closed', dispute);
  if (outcome === 'won') world.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

/** Whether the bank holds or has taken the money of a charge: nothing of it can be given back. */
export function isChargedBack(world: World, charge: WireCharge): boolean {
  return [...world.state.disputes.values()].some((one) => one.charge === charge.id && one.status !== 'won');
}

function isDecided(dispute: WireDispute): boolean {
  return dispute.status === 'won' || dispute.status === 'lost';
}

function move(world: World, dispute: WireDispute, amount: number): void {
  dispute.balance_transactions.push(
    buildDisputeTransaction(newPartId('balanceTransaction'), world.now(), dispute, amount),
  );
}

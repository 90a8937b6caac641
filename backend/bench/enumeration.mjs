/** Whether the time of an answer tells known addresses from unknown ones: sign-in helpers that must not say which they know. */
import { randomUUID } from 'node:crypto';
import { startTestServer } from '../bootstrap/test-server.mjs';

const PAIRS = 200;
/** One round of answers that do not differ strays by three hundredths; the middle of five by about half of that. */
const ROUNDS = 5;
const WARM_UP = 40;
const PASSWORD = 'Sommerwiese-42';

/**
 * Asks for known and unknown addresses in a random order, one after the other.
 * @returns {Promise<{ reset: number, resend: number }>} how well the time tells the two apart, as area under the curve: 0.5 is not at all, 1 always
 */
export async function measureEnumeration() {
  const server = await startTestServer({ RATE_LIMITS: 'false' });
  try {
    const post = async (path, body) => {
      const answer = await fetch(new URL(`/api/v1${path}`, server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const unconfirmed = `${randomUUID()}@example.org`;
    if (
      (await post('/auth/register', {
        email: unconfirmed,
        password: PASSWORD,
        displayName: 'Messung',
        acceptTerms: true,
      })) !== 201
    )
      throw new Error('no account for the measurement');
    // A reset is sent to accounts that wait for their confirmation as well.
    return {
      reset: await areaOf('/auth/password-reset', unconfirmed, post),
      resend: await areaOf('/auth/resend-confirmation', unconfirmed, post),
    };
  } finally {
    await server.stop(false);
  }
}

async function areaOf(path, known, post) {
  const timed = async (email) => {
    const begun = performance.now();
    if ((await post(path, { email })) !== 202) throw new Error(`${path} was refused`);
    return performance.now() - begun;
  };
  for (let index = 0; index < WARM_UP; index += 1) await timed(index % 2 ? known : `${randomUUID()}@example.org`);
  const areas = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const times = { known: [], unknown: [] };
    for (const kind of shuffled([...Array(PAIRS).fill('known'), ...Array(PAIRS).fill('unknown')]))
      times[kind].push(await timed(kind === 'known' ? known : `${randomUUID()}@example.org`));
    areas.push(areaUnderCurve(times.known, times.unknown));
  }
  const middle = areas.toSorted((a, b) => a - b)[(ROUNDS - 1) / 2];
  return Math.max(middle, 1 - middle);
}

/** How often one of `some` is above one of `others` (Mann and Whitney). */
function areaUnderCurve(some, others) {
  let above = 0;
  for (const a of some) for (const b of others) above += a > b ? 1 : a === b ? 0.5 : 0;
  return above / (some.length * others.length);
}

function shuffled(list) {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
}

import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { BildnisError } from '@bildnis/sdk';
import { verifyWebhook } from '@bildnis/sdk/webhooks';

const secret = process.env.BILDNIS_WEBHOOK_SECRETS.split(',').filter(Boolean);
const LARGEST_BYTES = 100_000;

/** Messages dealt with. A service of yours keeps these where a restart does not forget them, in the transaction that deals with the message. */
const seen = new Set();

async function receive(request) {
  if (Number(request.headers['content-length'] ?? Infinity) > LARGEST_BYTES) return 413;
  // The bytes as they came: the signature is theirs, not that of their meaning.
  const event = await verifyWebhook({ body: await buffer(request), headers: request.headers, secret });
  if (seen.has(event.id)) return 204;
  seen.add(event.id);
  console.log(JSON.stringify(event));
  return 204;
}

/** Answers what `receive` says. */
async function answer(request, response) {
  try {
    response.writeHead(request.method === 'POST' ? await receive(request) : 405).end();
  } catch (error) {
    // Anything but 2xx is sent again, so only what is not for us is refused for good.
    response.writeHead(error instanceof BildnisError && error.code === 'webhook_invalid' ? 400 : 500).end();
    console.error(error instanceof BildnisError ? error.message : error);
  }
}

createServer((request, response) => void answer(request, response)).listen(
  Number(process.env.PORT ?? 8080),
  function () {
    console.log(`http://localhost:${this.address().port}`);
  },
);

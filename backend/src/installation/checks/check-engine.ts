import { good, todo, unknown, type Found, type Installation } from './finding.js';

const ANSWER_MS = 10_000;

export async function checkEngine({ config }: Installation): Promise<Found[]> {
  const { engine } = config;
  const { replicate } = engine;
  if (!replicate) return [good('Portraits entstehen auf den eigenen Maschinen')];
  const ask = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
    const answer = await fetch(new URL(path, replicate.apiUrl), {
      headers: { Authorization: `Bearer ${replicate.token}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> };
  };
  const secret = await ask('/v1/webhooks/default/secret');
  if (secret.status === 401 || secret.status === 403) return [todo('Replicate weist REPLICATE_API_TOKEN ab')];
  const { owner, name, version } = replicate.trainer;
  const trainer = await ask(`/v1/models/${owner}/${name}/versions/${version}`);
  return [
    secret.status !== 200
      ? unknown(`Replicate sagt das Geheimnis der Webhooks nicht (${secret.status})`)
      : secret.body['key'] === replicate.webhookSecret
        ? good('Replicate kennt den Token, und seine Webhooks sind zu prüfen')
        : todo('REPLICATE_WEBHOOK_SECRET ist nicht das Geheimnis dieses Kontos (GET /v1/webhooks/default/secret)'),
    trainer.status === 200
      ? good(`${owner}/${name} trainiert`)
      : trainer.status === 404
        ? todo(`REPLICATE_TRAINER: ${owner}/${name} hat keine solche Version`)
        : unknown(`Replicate sagt nichts zu ${owner}/${name} (${trainer.status})`),
  ];
}

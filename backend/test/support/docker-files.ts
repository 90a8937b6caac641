import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DockerfileParser, type Instruction, type JSONInstruction } from 'dockerfile-ast';
import { parseDocument } from 'yaml';
import { z } from 'zod';

export const repository = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string) => readFileSync(`${repository}docker/${name}`, 'utf8');

export interface Stage {
  name: string;
  base: string;
  instructions: Instruction[];
  env: Record<string, string>;
  entrypoint: string[] | null;
  command: string[] | null;
  user: string | null;
}

const LIST = z.array(z.string());

/** The stages of the Dockerfile, in their order. */
export function readStages(): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(read('Dockerfile')).getInstructions()) {
    const keyword = instruction.getKeyword();
    const args = instruction.getArguments().map((argument) => argument.getValue());
    if (keyword === 'FROM') {
      stages.push({
        name: args[2]!,
        base: args[0]!,
        instructions: [],
        env: {},
        entrypoint: null,
        command: null,
        user: null,
      });
      continue;
    }
    const stage = stages.at(-1)!;
    stage.instructions.push(instruction);
    const list = () =>
      LIST.parse(
        (instruction as JSONInstruction).getJSONStrings().map((part) => JSON.parse(part.getValue()) as unknown),
      );
    if (keyword === 'ENV') for (const pair of args) stage.env[pair.split('=')[0]!] = pair.split('=').slice(1).join('=');
    if (keyword === 'USER') stage.user = args[0]!;
    if (keyword === 'ENTRYPOINT') stage.entrypoint = list();
    if (keyword === 'CMD') stage.command = list();
  }
  return stages;
}

const Condition = z.enum(['service_started', 'service_healthy', 'service_completed_successfully']);
const Duration = z.string().regex(/^\d+(ms|s|m)$/);
const Memory = z.string().regex(/^\d+[mMgG]$/);

const Service = z.strictObject({
  image: z.string().regex(/^[\w./-]+:[\w.${}:?\- ]+$/),
  build: z
    .strictObject({
      context: z.literal('..'),
      dockerfile: z.literal('docker/Dockerfile'),
      target: z.enum(['backend', 'web']),
    })
    .optional(),
  user: z.string().regex(/^\d+:\d+$/),
  restart: z.enum(['no', 'unless-stopped']),
  init: z.literal(true),
  read_only: z.literal(true),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.tuple([z.literal('CHOWN')]).optional(),
  logging: z.strictObject({ driver: z.literal('local'), options: z.record(z.string(), z.string()) }),
  env_file: LIST.optional(),
  environment: z.record(z.string().regex(/^[A-Z0-9_]+$/), z.string()).optional(),
  entrypoint: LIST.optional(),
  command: LIST.optional(),
  profiles: LIST.optional(),
  ports: z.array(z.string().regex(/^(127\.0\.0\.1:)?\d+:\d+(\/udp)?$/)).optional(),
  volumes: z.array(z.string().regex(/^([a-z]+:)?\/[\w/-]+$/)).optional(),
  tmpfs: z.array(z.string().regex(/^\/[\w/]+(:[\w=,]+)?$/)).optional(),
  configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).optional(),
  networks: LIST.optional(),
  network_mode: z.literal('none').optional(),
  shm_size: z.string().optional(),
  stop_grace_period: Duration.optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: Condition })).optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: LIST,
        interval: Duration,
        timeout: Duration,
        retries: z.number(),
        start_period: Duration.optional(),
      }),
    ])
    .optional(),
  deploy: z.strictObject({
    replicas: z.number().int().positive().optional(),
    update_config: z.strictObject({ parallelism: z.number(), order: z.literal('start-first') }).optional(),
    resources: z.strictObject({
      limits: z.strictObject({ cpus: z.string().regex(/^\d+(\.\d+)?$/), memory: Memory, pids: z.number() }),
    }),
  }),
});
export type Service = z.infer<typeof Service>;

const Compose = z
  .strictObject({
    name: z.string(),
    services: z.record(z.string(), Service),
    configs: z
      .record(z.string(), z.union([z.strictObject({ content: z.string() }), z.strictObject({ file: z.string() })]))
      .default({}),
    networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })).default({}),
    volumes: z.record(z.string(), z.strictObject({})).default({}),
  })
  .strict();
export type Compose = z.infer<typeof Compose>;

export const COMPOSE_FILES = ['compose.yaml', 'compose.replicas.yaml'];

/** What a compose file says once its anchors are followed. @throws for anything this house does not use. */
export function readCompose(name: string): Compose {
  const document = parseDocument(read(name), { merge: true, strict: true, uniqueKeys: true });
  if (document.errors.length > 0) throw document.errors[0]!;
  const { ...all } = document.toJS() as Record<string, unknown>;
  return Compose.parse(Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith('x-'))));
}

export const readDockerText = read;

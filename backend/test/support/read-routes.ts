import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Caller } from './caller.js';
import { sessionOf } from './customers.js';
import { promote } from './holdings.js';
import type { Product } from './product.js';

interface Spec {
  paths: Record<string, Partial<Record<string, object>>>;
}
const spec = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../openapi/openapi.json', import.meta.url)), 'utf8'),
) as Spec;

/** Every route that reads, as the contract writes it. */
export const READ_ROUTES: readonly string[] = Object.entries(spec.paths)
  .filter(([, { get }]) => get)
  .map(([path]) => path.replace('/api/v1', ''));

/** Which row of a customer a route shows. */
const SHOWN: [RegExp, string][] = [
  [/^\/admin\/users\//, 'select id from app_user where id = ?'],
  [/^\/(?:media\/)?ai-profiles\//, 'select id from ai_profile where user_id = ? order by created_at desc limit 1'],
  [/^\/(?:media\/)?generations\//, 'select id from generation where user_id = ? limit 1'],
  [/^\/(?:media\/)?portraits\//, 'select id from portrait where user_id = ? limit 1'],
  [/^\/orders\//, 'select id from customer_order where user_id = ? limit 1'],
];
const NOBODY = '00000000-0000-4000-8000-000000000000';

const QUERIES: Record<string, string[]> = {
  '/admin/users': ['', '?only=subscribers', '?only=admins', '?only=blocked', '?q=kunde-7', '?limit=20'],
  '/admin/chart': ['?days=30'],
  '/admin/audit': ['?limit=5'],
  '/admin/jobs': ['', '?state=failed'],
  '/examples': ['?place=home'],
  '/generations': ['?limit=2'],
  '/subscription/upgrade-quote': ['?planId=business'],
};

/** Asks the routes of a filled database, as one of its customers or as an admin. */
export class Reader {
  private constructor(
    private readonly product: Product,
    readonly customer: Caller,
    private readonly admin: Caller,
  ) {}

  static async of(product: Product): Promise<Reader> {
    const [first, other] = await product
      .em()
      .execute<{ id: string }[]>(
        `select id from app_user where email in ('kunde-50@gefuellt.example', 'kunde-7@gefuellt.example') order by email`,
      );
    const customer = await sessionOf(product, first!.id);
    const admin = await sessionOf(product, other!.id);
    return new Reader(product, customer, await promote(product, admin, { secondFactor: true }));
  }

  /** @returns the requests that a route is asked with */
  async requestsFor(route: string): Promise<string[]> {
    const shown = SHOWN.find(([pattern]) => pattern.test(route));
    const [row] = shown ? await this.product.em().execute<{ id: string }[]>(shown[1], [this.customer.userId]) : [];
    const path = route
      .replace('{id}', row?.id ?? NOBODY)
      .replace('{slug}', 'linkedin')
      .replaceAll(/\{\w*[iI]d\}/g, NOBODY)
      .replaceAll(/\{\w+\}/g, '1');
    return (QUERIES[route] ?? ['']).map((query) => `${path}${query}`);
  }

  /** @returns the status, and where the next page of a list begins */
  async get(request: string): Promise<{ status: number; nextCursor: string | null }> {
    const by = request.startsWith('/admin/') || request === '/health/detail' ? this.admin : this.customer;
    const { status, body } = await by.get<{ nextCursor?: string | null }>(request);
    return { status, nextCursor: body.nextCursor ?? null };
  }
}

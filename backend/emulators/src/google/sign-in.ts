import type { IncomingMessage } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import { seeOther, stylesAnswer } from '../pages/frame.js';
import { look } from '../pages/look.css.js';
import type { PageAnswer } from '../pages/loopback-server.js';
import type { GoogleAccount } from './account.js';
import { readChoice } from './chooser-form.js';
import { chooserLook } from './chooser.css.js';
import { chooserPage, stylesPath } from './chooser-page.js';
import { expiredPage } from './other-pages.js';
import { homeOf, returnOrigins, signInPath, type GoogleClient } from './provider.js';
import type { State } from './state.js';

type Context = ReturnType<Provider['createContext']>;
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const largestBody = 10_000;

/** The pages of the sign-in. */
export class SignIn {
  constructor(
    private readonly provider: Provider,
    private readonly state: State,
    private readonly client: GoogleClient,
  ) {}

  /** Answers one of the pages; null when the path is none of theirs. */
  async answer(ctx: Context): Promise<PageAnswer | null> {
    if (ctx.path === stylesPath) return stylesAnswer(look + chooserLook);
    if (!ctx.path.startsWith(signInPath)) return null;
    try {
      return await this.answerChooser(ctx, await this.provider.interactionDetails(ctx.req, ctx.res));
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return expiredPage(homeOf(this.client));
      throw error;
    }
  }

  private async answerChooser(ctx: Context, interaction: Interaction): Promise<PageAnswer> {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return this.page(ctx.path);
    if (ctx.method !== 'POST') return { status: 405, headers: { allow: 'GET, HEAD, POST' }, body: '' };
    const body = await readBody(ctx.req);
    if (body === null) return { status: 413, headers: { connection: 'close' }, body: 'Too large' };
    const choice = await readChoice(body, this.state);
    if (choice.kind === 'incomplete') return this.page(ctx.path, choice);
    return seeOther(
      choice.kind === 'cancelled' ? await this.refuse(ctx) : await this.signIn(ctx, interaction, choice.account),
    );
  }

  private page(action: string, filled = { values: { email: '', name: '' }, errors: {} }): PageAnswer {
    return chooserPage({
      action,
      accounts: this.state.accounts(),
      returnOrigins: returnOrigins(this.client),
      values: filled.values,
      errors: filled.errors,
    });
  }

  private refuse({ req, res }: Context): Promise<string> {
    return this.provider.interactionResult(req, res, {
      error: 'access_denied',
      error_description: 'The user denied the request',
    });
  }

  private async signIn(ctx: Context, interaction: Interaction, { sub }: GoogleAccount): Promise<string> {
    await this.leaveOtherAccount(ctx, interaction, sub);
    // One choice answers whatever was asked for: signing in, choosing an account, agreeing.
    return this.provider.interactionResult(ctx.req, ctx.res, {
      login: { accountId: sub },
      select_account: {},
      consent: {},
    });
  }

  /** Ends the browser's session with another account; left to itself, the provider asks on a page that needs JavaScript. */
  private async leaveOtherAccount(ctx: Context, interaction: Interaction, sub: string): Promise<void> {
    const session = await this.provider.Session.get(ctx);
    if (session.accountId === undefined || session.accountId === sub) return;
    await session.destroy();
    interaction.session = undefined;
    await interaction.persist();
  }
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largestBody) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

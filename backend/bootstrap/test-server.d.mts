export interface TestServer {
  readonly url: string;
  readonly mailboxUrl?: string;
  readonly admin?: { readonly email: string; readonly password: string };
  readonly dataDir: string;
  stop(keepLogs: boolean): Promise<void>;
}
export function startTestServer(env: Record<string, string>): Promise<TestServer>;

export interface TestServer {
  readonly url: string;
  readonly mailboxUrl?: string;
  readonly dataDir: string;
  stop(keepLogs: boolean): Promise<void>;
}
export function startTestServer(env: Record<string, string>): Promise<TestServer>;

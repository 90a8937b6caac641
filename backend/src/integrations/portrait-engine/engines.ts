import {
  EngineExhausted,
  type EngineName,
  type PortraitEngine,
  type PreviewEngine,
  type RefiningEngine,
} from '@bildnis/studio/core';

/** The engines that are configured: one trains what is new; what another has trained is still rendered and forgotten by it. */
export class PortraitEngines {
  /**
   * @param previews makes free previews, whichever engine makes portraits: on this machine, and within seconds
   * @param refining makes portraits of the studio engine again
   */
  constructor(
    readonly current: PortraitEngine,
    readonly previews: PreviewEngine,
    readonly refining: RefiningEngine,
    private readonly others: readonly PortraitEngine[] = [],
  ) {}

  /** The engine that trained a model. @throws EngineExhausted when it is not configured (any more) */
  of(name: string): PortraitEngine {
    const engine = this.all.find((one) => one.name === (name as EngineName));
    if (!engine) throw new EngineExhausted(`the engine ${name} is not configured`);
    return engine;
  }

  /** Whether what this engine keeps elsewhere can be reached. */
  isConfigured(name: EngineName): boolean {
    return this.all.some((one) => one.name === name);
  }

  async forget(what: Parameters<PortraitEngine['forget']>[0]): Promise<void> {
    for (const engine of this.all) await engine.forget(what);
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((engine) => engine.close()));
  }

  private get all(): PortraitEngine[] {
    return [this.current, ...this.others];
  }
}

import { readDescriptor } from '../core/descriptor.js';
import type { FacePlace } from '../core/port.js';
import type { Background, PortraitLayers, RefinedPortrait, RefineRequest, RefiningEngine } from '../core/refining.js';
import { planRefined } from '../core/rendering/plan-refined.js';
import type { RenderTask } from './processes/render-thread.js';
import type { ThreadPool } from './processes/thread-pool.js';
import { orderOf, placeFace } from './rendering/portrait-order.js';
import type { PortraitOrder } from './rendering/render-portrait.js';

/** Makes portraits of finished runs again, of what the profile keeps. */
export class PortraitRefiner implements RefiningEngine {
  /** @param options `width`: of portraits, pixels, where a request names none */
  constructor(
    private readonly pool: ThreadPool,
    private readonly options: { width: number; timeLimitMs: number },
  ) {}

  async refine({ background, ...request }: RefineRequest & { background: Background }): Promise<RefinedPortrait> {
    const { order, face } = await this.order(request);
    const picture = await this.run<Uint8Array>({ refine: order, background }, request.signal);
    return { picture, width: order.width, height: order.height, face };
  }

  async layers({ layerHeight, ...request }: RefineRequest & { layerHeight: number }): Promise<PortraitLayers> {
    const { order, face } = await this.order(request);
    const height = Math.min(order.height, layerHeight);
    const width = Math.round((order.width * height) / order.height);
    const layers = await this.run<Pick<PortraitLayers, 'person' | 'background'>>(
      { layers: { ...order, width, height } },
      request.signal,
    );
    return { ...layers, width: order.width, height: order.height, face };
  }

  private async order(request: RefineRequest): Promise<{ order: PortraitOrder; face: FacePlace }> {
    const { cutout, variant } = planRefined(request, readDescriptor(request.descriptor));
    const order = await orderOf(request, cutout, variant, this.options.width);
    return { order, face: placeFace(cutout, variant.crop, order.width) };
  }

  private run<T>(task: RenderTask, signal: AbortSignal | undefined): Promise<T> {
    return this.pool.run<T>({ task, timeLimitMs: this.options.timeLimitMs, ...(signal ? { signal } : {}) });
  }
}

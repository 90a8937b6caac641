import sharp from 'sharp';
import { renderPortrait, type PortraitOrder } from '../rendering/render-portrait.js';
import { serveTasks } from './thread-side.js';

sharp.cache(false);
sharp.concurrency(1);

/** Renders portraits without any model loaded: about 150 MB a thread. */
serveTasks((task) => renderPortrait(task as PortraitOrder));

import type { StudioDescriptor } from '../descriptor.js';
import { EngineExhausted, type GenerateRequest } from '../port.js';
import type { RefineRequest } from '../refining.js';
import { sceneOf } from '../../scenes/registry.js';
import { answerTo, otherPhotos } from './answer-complaint.js';
import { chosenCutouts } from './chosen-cutouts.js';
import { clothesReach } from './continue-clothes.js';
import { cropAt, framingAt, nearestFraming, type Crop, type FramingWish } from './framing.js';
import { lampSide, planVariants, possibleFramings, type Variant } from './variants.js';

type Cutout = StudioDescriptor['cutouts'][number];

/** The portraits of a run, and the cutouts that their places name. The same request has the same plan. */
export function planRun(
  { scene, seed, count, choice, complaint }: Pick<GenerateRequest, 'scene' | 'seed' | 'count' | 'choice' | 'complaint'>,
  { cutouts: all }: StudioDescriptor,
): { cutouts: readonly Cutout[]; variants: Variant[] } {
  const answer = answerTo(complaint);
  const chosen = chosenCutouts(all, choice);
  const cutouts = answer.leavesOut ? otherPhotos(chosen, answer.leavesOut) : chosen;
  return { cutouts, variants: planVariants({ scene: sceneOf(scene), seed, count, answer }, cutouts) };
}

/**
 * One portrait of a run as it was planned, or of another photo.
 * @throws EngineExhausted where it would not be planned as it was: the engine has changed since, or the photo is not kept
 */
export function planRefined(
  request: RefineRequest,
  descriptor: StudioDescriptor,
): { cutout: Cutout; variant: Variant } {
  const { cutouts, variants } = planRun(request, descriptor);
  const variant = variants.find(({ index }) => index === request.index);
  const own = variant && cutouts[variant.source];
  if (!own || !isShownBy(own, variant.crop, request.source))
    throw new EngineExhausted('the portrait would be planned otherwise now');
  if (request.cutout === null || request.cutout === own.artifact) return { cutout: own, variant };
  const other = descriptor.cutouts.find(({ artifact }) => artifact === request.cutout);
  if (!other) throw new EngineExhausted('the photo is not kept');
  const side = lampSide(other.sideLight, variant.index);
  const crop = sameCrop(own, variant.crop, other);
  return { cutout: other, variant: { ...variant, crop, variation: { ...variant.variation, side } } };
}

/** Rounding of shares on their way through JSON. */
const SAME = 1e-6;

function isShownBy({ before, width, height }: Cutout, crop: Crop, source: RefineRequest['source']): boolean {
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) < SAME;
  return (
    before === source.artifact &&
    isNear(crop.x / width, source.left) &&
    isNear(crop.y / height, source.top) &&
    isNear(crop.width / width, source.width) &&
    isNear(crop.height / height, source.height)
  );
}

/** The crop of another photo that shows its face as large and in the same place, or as nearly so as it allows. */
function sameCrop({ eye, faceHeight }: Cutout, crop: Crop, other: Cutout): Crop {
  const wish: FramingWish = {
    faces: crop.height / faceHeight,
    eyeLine: (eye[1] - crop.y) / crop.height,
    shift: (eye[0] - crop.x) / crop.width - 0.5,
  };
  const reach = clothesReach(other);
  const exact = framingAt(other, wish, reach);
  if (exact && exact.flaws === 0) return exact.crop;
  return nearestFraming(other, wish, possibleFramings(other, reach))?.crop ?? cropAt(other, wish);
}

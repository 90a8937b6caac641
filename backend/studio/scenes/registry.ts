import { beigePaper } from './beige-paper.js';
import { blackBackground, linkedinClean, studioBlue, studioGrey, warmStudio } from './studio-backdrops.js';
import { cityDaylight } from './city-daylight.js';
import { eveningCity } from './evening-city.js';
import { glassLobby } from './glass-lobby.js';
import { goldenLake } from './golden-lake.js';
import { libraryGreen } from './library-green.js';
import { library } from './library.js';
import { lobbyDusk } from './lobby-dusk.js';
import { office } from './office.js';
import { outdoorGreen } from './outdoor-green.js';
import { sageCanvas } from './painted-canvas.js';
import type { Scene } from './scene.js';
import { twoTone } from './two-tone.js';
import { windowLight } from './window-light.js';

const SCENES: readonly Scene[] = [
  cityDaylight,
  linkedinClean,
  blackBackground,
  studioGrey,
  warmStudio,
  office,
  outdoorGreen,
  eveningCity,
  studioBlue,
  windowLight,
  sageCanvas,
  glassLobby,
  library,
  goldenLake,
  twoTone,
  beigePaper,
  libraryGreen,
  lobbyDusk,
];

/** Keys of all scenes, in the order of contact sheets. */
export const SCENE_KEYS: readonly string[] = SCENES.map((s) => s.key);

/** A scene key nobody knows: a style points to nothing. */
export class UnknownScene extends Error {
  constructor(key: string) {
    super(`no scene with key ${key}`);
    this.name = 'UnknownScene';
  }
}

/** @throws UnknownScene */
export function sceneOf(key: string): Scene {
  const scene = SCENES.find((s) => s.key === key);
  if (!scene) throw new UnknownScene(key);
  return scene;
}

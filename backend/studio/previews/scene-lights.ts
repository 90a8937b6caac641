import type { FigureLight, Lamp, Surroundings } from './figure-light.js';
import type { Triple } from './vector.js';

/** A preview's seed of the scene and the light that belongs to it: lamp and bright side of the background agree. */
export interface ScenePreview {
  seed: number;
  light: FigureLight;
}

const lamp = (towards: Triple, colour: Triple, size: number, wrap = 0.2, fade = 0.2): Lamp => ({
  towards,
  colour,
  size,
  wrap,
  fade,
});

const around = (
  left: Triple,
  right: Triple,
  above: Triple,
  below: Triple,
  front: Triple,
  behind: Triple,
): Surroundings => ({
  left,
  right,
  above,
  below,
  front,
  behind,
});

/** The quiet light of pages without a scene: a large window on the left. */
export const PAGE_LIGHT: FigureLight = {
  lamps: [lamp([-0.5, 0.55, 0.9], [0.66, 0.65, 0.63], 0.5, 0.25)],
  surroundings: around(
    [0.34, 0.34, 0.34],
    [0.2, 0.2, 0.2],
    [0.4, 0.4, 0.4],
    [0.18, 0.17, 0.155],
    [0.26, 0.26, 0.26],
    [0.3, 0.3, 0.3],
  ),
  sheen: 0.5,
  outline: 0,
};

/** Sky over the street: bright from the left above, cool all round, a last edge from the right. */
const cityDaylight: FigureLight = {
  lamps: [
    lamp([-0.5, 0.6, 0.9], [0.76, 0.75, 0.72], 0.35, 0.22, 0.4),
    lamp([0.9, 0.35, -0.7], [0.34, 0.37, 0.42], 0.4),
  ],
  surroundings: around(
    [0.3, 0.32, 0.35],
    [0.14, 0.16, 0.19],
    [0.4, 0.45, 0.53],
    [0.2, 0.198, 0.19],
    [0.17, 0.18, 0.195],
    [0.42, 0.45, 0.5],
  ),
  sheen: 0.5,
  outline: 0,
};

/** One very large lamp beside the camera, white all round; dark flags at the sides draw the outline on the white ground. */
const linkedin: FigureLight = {
  lamps: [
    lamp([0.55, 0.55, 0.9], [0.7, 0.69, 0.668], 0.6, 0.3, 0.4),
    lamp([-0.8, 0.1, 0.8], [0.09, 0.092, 0.096], 0.6, 0.3),
  ],
  surroundings: around(
    [0.13, 0.131, 0.134],
    [0.1, 0.1, 0.101],
    [0.34, 0.34, 0.34],
    [0.16, 0.157, 0.152],
    [0.16, 0.16, 0.16],
    [0.16, 0.162, 0.168],
  ),
  sheen: 0.4,
  outline: 0.22,
};

/** A single lamp from the right and a cool edge from behind on the left; the rest falls into the dark. */
const blackBackground: FigureLight = {
  lamps: [
    lamp([0.72, 0.6, 0.6], [0.86, 0.83, 0.785], 0.3, 0.18, 1.6),
    lamp([-0.85, 0.35, -0.7], [0.36, 0.39, 0.45], 0.3, 0.1, 0.6),
    lamp([-0.1, 0.9, -0.6], [0.14, 0.145, 0.155], 0.3, 0.1, 1),
  ],
  surroundings: around(
    [0.02, 0.021, 0.025],
    [0.03, 0.029, 0.028],
    [0.045, 0.045, 0.047],
    [0.006, 0.006, 0.006],
    [0.03, 0.03, 0.031],
    [0.008, 0.008, 0.01],
  ),
  sheen: 0.6,
  outline: 0.75,
};

/** The classical studio: softbox on the left, reflector on the right, a light edge from behind. */
const studioGrey: FigureLight = {
  lamps: [
    lamp([-0.45, 0.55, 0.9], [0.8, 0.79, 0.77], 0.32, 0.18, 0.6),
    lamp([0.85, 0.4, -0.75], [0.36, 0.365, 0.38], 0.3),
  ],
  surroundings: around(
    [0.15, 0.15, 0.15],
    [0.12, 0.122, 0.128],
    [0.22, 0.22, 0.22],
    [0.06, 0.06, 0.06],
    [0.11, 0.11, 0.112],
    [0.17, 0.17, 0.175],
  ),
  sheen: 0.6,
  outline: 0,
};

/** Late, warm light from the right and the canvas giving its sand colour back. */
const warmStudio: FigureLight = {
  lamps: [
    lamp([0.75, 0.55, 0.6], [0.86, 0.765, 0.64], 0.35, 0.22, 0.6),
    lamp([-0.85, 0.45, -0.7], [0.42, 0.32, 0.22], 0.35),
  ],
  surroundings: around(
    [0.15, 0.116, 0.086],
    [0.18, 0.143, 0.11],
    [0.2, 0.167, 0.134],
    [0.09, 0.066, 0.045],
    [0.12, 0.096, 0.074],
    [0.2, 0.15, 0.108],
  ),
  sheen: 0.55,
  outline: 0,
};

/** The window front on the right, white ceiling above, a warm wall on the left. */
const office: FigureLight = {
  lamps: [
    lamp([0.9, 0.45, 0.55], [0.84, 0.842, 0.84], 0.5, 0.28, 0.3),
    lamp([-0.8, 0.5, -0.7], [0.2, 0.195, 0.185], 0.5),
  ],
  surroundings: around(
    [0.19, 0.178, 0.162],
    [0.34, 0.35, 0.36],
    [0.36, 0.355, 0.34],
    [0.17, 0.149, 0.124],
    [0.17, 0.168, 0.162],
    [0.36, 0.36, 0.36],
  ),
  sheen: 0.5,
  outline: 0.2,
};

/** Open shade with the sun through the leaves behind, meadow from below. */
const outdoorGreen: FigureLight = {
  lamps: [
    lamp([0.65, 0.65, 0.62], [0.74, 0.72, 0.66], 0.4, 0.25, 0.5),
    lamp([0.62, 0.8, -0.6], [0.8, 0.76, 0.6], 0.18, 0.12),
  ],
  surroundings: around(
    [0.14, 0.155, 0.115],
    [0.22, 0.235, 0.175],
    [0.34, 0.352, 0.31],
    [0.11, 0.138, 0.072],
    [0.14, 0.147, 0.122],
    [0.26, 0.3, 0.18],
  ),
  sheen: 0.45,
  outline: 0,
};

/** Blue hour: a small cool lamp from the left, the street lamps warm from behind on the right. */
const eveningCity: FigureLight = {
  lamps: [
    lamp([-0.45, 0.52, 0.88], [0.6, 0.605, 0.64], 0.28, 0.16, 0.9),
    lamp([0.9, 0.12, -0.55], [0.92, 0.56, 0.3], 0.3, 0.15),
    lamp([-0.8, 0.35, -0.8], [0.18, 0.155, 0.2], 0.4, 0.15),
  ],
  surroundings: around(
    [0.06, 0.064, 0.09],
    [0.085, 0.063, 0.06],
    [0.07, 0.085, 0.14],
    [0.07, 0.05, 0.04],
    [0.05, 0.053, 0.07],
    [0.11, 0.076, 0.083],
  ),
  sheen: 0.7,
  outline: 0,
};

/** Neutral softbox from the right before the blue canvas, which colours shade and outline. */
const studioBlue: FigureLight = {
  lamps: [
    lamp([0.75, 0.62, 0.62], [0.8, 0.8, 0.805], 0.32, 0.18, 0.7),
    lamp([-0.85, 0.4, -0.75], [0.3, 0.37, 0.5], 0.3),
  ],
  surroundings: around(
    [0.085, 0.105, 0.148],
    [0.13, 0.142, 0.168],
    [0.17, 0.183, 0.208],
    [0.04, 0.05, 0.073],
    [0.085, 0.095, 0.118],
    [0.1, 0.138, 0.215],
  ),
  sheen: 0.6,
  outline: 0,
};

/** A tall window close by on the left: the softest light there is, and white walls that send it back. */
const windowLight: FigureLight = {
  lamps: [lamp([-0.9, 0.4, 0.6], [0.78, 0.782, 0.785], 0.6, 0.3, 0.25)],
  surroundings: around(
    [0.26, 0.262, 0.265],
    [0.115, 0.113, 0.11],
    [0.33, 0.328, 0.324],
    [0.18, 0.177, 0.172],
    [0.17, 0.169, 0.167],
    [0.2, 0.2, 0.2],
  ),
  sheen: 0.4,
  outline: 0.2,
};

/** Softbox from the right before the green canvas, whose colour lies in the shade. */
const sageCanvas: FigureLight = {
  lamps: [
    lamp([0.7, 0.62, 0.66], [0.82, 0.795, 0.755], 0.32, 0.18, 0.65),
    lamp([-0.85, 0.4, -0.75], [0.27, 0.31, 0.25], 0.3),
  ],
  surroundings: around(
    [0.1, 0.113, 0.093],
    [0.14, 0.142, 0.128],
    [0.19, 0.194, 0.178],
    [0.05, 0.056, 0.044],
    [0.1, 0.105, 0.093],
    [0.14, 0.162, 0.124],
  ),
  sheen: 0.55,
  outline: 0,
};

/** The glass front on the left; timber and warm downlights on the right. */
const glassLobby: FigureLight = {
  lamps: [
    lamp([-0.6, 0.5, 0.85], [0.78, 0.788, 0.795], 0.5, 0.26, 0.3),
    lamp([0.85, 0.45, -0.65], [0.24, 0.205, 0.17], 0.4),
  ],
  surroundings: around(
    [0.36, 0.372, 0.385],
    [0.155, 0.142, 0.127],
    [0.33, 0.335, 0.34],
    [0.17, 0.168, 0.165],
    [0.165, 0.165, 0.163],
    [0.38, 0.39, 0.4],
  ),
  sheen: 0.55,
  outline: 0.15,
};

/** Lamplight from the right, a little above the shoulder; oak and leather all round. */
const library: FigureLight = {
  lamps: [
    lamp([0.8, 0.42, 0.62], [0.85, 0.73, 0.575], 0.34, 0.2, 0.5),
    lamp([0.75, 0.3, -0.75], [0.5, 0.34, 0.19], 0.35),
    lamp([-0.7, 0.85, -0.5], [0.2, 0.145, 0.09], 0.4),
  ],
  surroundings: around(
    [0.088, 0.067, 0.05],
    [0.17, 0.125, 0.085],
    [0.13, 0.1, 0.074],
    [0.055, 0.038, 0.026],
    [0.095, 0.078, 0.062],
    [0.15, 0.104, 0.066],
  ),
  sheen: 0.6,
  outline: 0,
};

/** The sun low behind on the right draws the edge; the lit sky and the water carry the rest. */
const goldenLake: FigureLight = {
  lamps: [
    lamp([0.85, 0.22, -0.5], [1.15, 0.74, 0.36], 0.16, 0.16),
    lamp([0.62, 0.45, 0.75], [0.66, 0.55, 0.42], 0.55, 0.28, 0.35),
    lamp([-0.85, 0.4, -0.6], [0.16, 0.14, 0.13], 0.5),
  ],
  surroundings: around(
    [0.12, 0.122, 0.13],
    [0.29, 0.215, 0.145],
    [0.2, 0.21, 0.235],
    [0.15, 0.117, 0.085],
    [0.14, 0.13, 0.12],
    [0.4, 0.295, 0.19],
  ),
  sheen: 0.6,
  outline: 0,
};

/** A hard lamp from the left; blue fill from the right, terracotta coming back from the paper. */
const twoTone: FigureLight = {
  lamps: [
    lamp([-0.5, 0.5, 0.85], [0.88, 0.84, 0.785], 0.16, 0.12, 0.5),
    lamp([0.9, 0.15, 0.15], [0.09, 0.105, 0.2], 0.5),
  ],
  surroundings: around(
    [0.2, 0.108, 0.075],
    [0.05, 0.058, 0.11],
    [0.11, 0.108, 0.112],
    [0.06, 0.047, 0.05],
    [0.075, 0.072, 0.08],
    [0.13, 0.085, 0.085],
  ),
  sheen: 0.6,
  outline: 0,
};

/** A large lamp from the right, beige paper that gives its colour back all round. */
const beige: FigureLight = {
  lamps: [lamp([0.7, 0.55, 0.75], [0.78, 0.762, 0.735], 0.5, 0.28, 0.35)],
  surroundings: around(
    [0.13, 0.122, 0.112],
    [0.24, 0.228, 0.212],
    [0.32, 0.312, 0.3],
    [0.15, 0.138, 0.124],
    [0.17, 0.164, 0.155],
    [0.22, 0.205, 0.185],
  ),
  sheen: 0.45,
  outline: 0.15,
};

/** The brass lamp on the right, green panelling in the shade. */
const libraryGreen: FigureLight = {
  lamps: [
    lamp([0.8, 0.42, 0.62], [0.83, 0.72, 0.58], 0.34, 0.2, 0.5),
    lamp([0.78, 0.2, -0.7], [0.42, 0.31, 0.19], 0.35),
    lamp([-0.7, 0.7, -0.6], [0.1, 0.125, 0.105], 0.4),
  ],
  surroundings: around(
    [0.05, 0.068, 0.056],
    [0.15, 0.13, 0.095],
    [0.11, 0.108, 0.092],
    [0.045, 0.042, 0.032],
    [0.09, 0.086, 0.074],
    [0.085, 0.105, 0.082],
  ),
  sheen: 0.6,
  outline: 0,
};

/** The washed wall on the right, the blue of the evening through the glass from the left and behind. */
const lobbyDusk: FigureLight = {
  lamps: [
    lamp([0.8, 0.5, 0.62], [0.84, 0.715, 0.56], 0.4, 0.22, 0.5),
    lamp([-0.85, 0.3, -0.65], [0.15, 0.19, 0.3], 0.4, 0.15),
    lamp([0.3, 0.9, -0.5], [0.3, 0.22, 0.13], 0.35),
  ],
  surroundings: around(
    [0.06, 0.068, 0.092],
    [0.21, 0.16, 0.105],
    [0.13, 0.105, 0.082],
    [0.06, 0.058, 0.06],
    [0.09, 0.084, 0.08],
    [0.11, 0.12, 0.16],
  ),
  sheen: 0.65,
  outline: 0,
};

/** Previews by scene key. */
export const SCENE_PREVIEWS: Readonly<Record<string, ScenePreview>> = {
  'city-daylight': { seed: 1, light: cityDaylight },
  linkedin: { seed: 4, light: linkedin },
  'black-bg': { seed: 4, light: blackBackground },
  'studio-grey': { seed: 4, light: studioGrey },
  'warm-studio': { seed: 6, light: warmStudio },
  office: { seed: 3, light: office },
  'outdoor-green': { seed: 4, light: outdoorGreen },
  'evening-city': { seed: 4, light: eveningCity },
  'studio-blue': { seed: 3, light: studioBlue },
  'window-light': { seed: 3, light: windowLight },
  'sage-canvas': { seed: 4, light: sageCanvas },
  'glass-lobby': { seed: 3, light: glassLobby },
  library: { seed: 4, light: library },
  'golden-lake': { seed: 7, light: goldenLake },
  'two-tone': { seed: 3, light: twoTone },
  beige: { seed: 4, light: beige },
  'library-green': { seed: 4, light: libraryGreen },
  'lobby-dusk': { seed: 5, light: lobbyDusk },
};

/** A scene of the engine has no light of its own here. */
export class SceneWithoutLight extends Error {
  constructor(scene: string) {
    super(`scene ${scene} has no preview light`);
    this.name = 'SceneWithoutLight';
  }
}

/** The scene's seed and light. @throws SceneWithoutLight */
export function previewOf(scene: string): ScenePreview {
  const preview = SCENE_PREVIEWS[scene];
  if (!preview) throw new SceneWithoutLight(scene);
  return preview;
}

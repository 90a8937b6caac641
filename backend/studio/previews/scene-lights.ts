import type { FigureLight, Lamp, Surroundings } from './figure-light.js';
import type { FigureOrder } from './render-figure.js';
import type { Triple } from './vector.js';

/** A preview's seed of the scene, the light that belongs to it (lamp and bright side of the background agree), and who stands in it. */
export interface ScenePreview extends Pick<FigureOrder, 'head' | 'looks' | 'light'> {
  seed: number;
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

/** Sky over the street: bright from the left above, cool all round, a last edge from the right. */
const cityDaylight: FigureLight = {
  lamps: [
    lamp([-0.76, 0.64, 0.52], [1.558, 1.537, 1.476], 0.147, 0.22, 0.4),
    lamp([0.9, 0.35, -0.7], [0.442, 0.481, 0.546], 0.168),
  ],
  surroundings: around(
    [0.216, 0.23, 0.252],
    [0.101, 0.115, 0.137],
    [0.312, 0.351, 0.413],
    [0.13, 0.129, 0.124],
    [0.105, 0.112, 0.121],
    [0.336, 0.36, 0.4],
  ),
  sheen: 0.5,
  outline: 0,
};

/** One very large lamp beside the camera, white all round; dark flags at the sides draw the outline on the white ground. */
const linkedin: FigureLight = {
  lamps: [
    lamp([0.76, 0.64, 0.52], [1.65, 1.626, 1.574], 0.252, 0.3, 0.4),
    lamp([-0.8, 0.64, 0.52], [0.26, 0.265, 0.27], 0.252, 0.3),
  ],
  surroundings: around(
    [0.094, 0.094, 0.096],
    [0.072, 0.072, 0.073],
    [0.265, 0.265, 0.265],
    [0.104, 0.102, 0.099],
    [0.15, 0.15, 0.15],
    [0.128, 0.13, 0.134],
  ),
  sheen: 0.4,
  outline: 0.22,
};

/** A single lamp from the right and a cool edge from behind on the left; the rest falls into the dark. */
const blackBackground: FigureLight = {
  lamps: [
    lamp([0.76, 0.64, 0.52], [1.763, 1.701, 1.609], 0.126, 0.18, 1.6),
    lamp([-0.85, 0.35, -0.7], [0.468, 0.507, 0.585], 0.126, 0.1, 0.6),
    lamp([-0.1, 0.9, -0.6], [0.182, 0.189, 0.202], 0.126, 0.1, 1),
  ],
  surroundings: around(
    [0.014, 0.015, 0.018],
    [0.022, 0.021, 0.02],
    [0.035, 0.035, 0.037],
    [0.004, 0.004, 0.004],
    [0.019, 0.019, 0.019],
    [0.006, 0.006, 0.008],
  ),
  sheen: 0.6,
  outline: 0.75,
};

/** The classical studio: softbox on the left, reflector on the right, a light edge from behind. */
const studioGrey: FigureLight = {
  lamps: [
    lamp([-0.76, 0.64, 0.52], [1.64, 1.619, 1.578], 0.134, 0.18, 0.6),
    lamp([0.85, 0.4, -0.75], [0.468, 0.474, 0.494], 0.126),
  ],
  surroundings: around(
    [0.108, 0.108, 0.108],
    [0.086, 0.088, 0.092],
    [0.172, 0.172, 0.172],
    [0.039, 0.039, 0.039],
    [0.068, 0.068, 0.069],
    [0.136, 0.136, 0.14],
  ),
  sheen: 0.6,
  outline: 0,
};

/** Late, warm light from the right and the canvas giving its sand colour back. */
const warmStudio: FigureLight = {
  lamps: [
    lamp([0.76, 0.64, 0.52], [1.763, 1.568, 1.312], 0.147, 0.22, 0.6),
    lamp([-0.85, 0.45, -0.7], [0.546, 0.416, 0.286], 0.147),
  ],
  surroundings: around(
    [0.108, 0.084, 0.062],
    [0.13, 0.103, 0.079],
    [0.156, 0.13, 0.105],
    [0.058, 0.043, 0.029],
    [0.074, 0.06, 0.046],
    [0.16, 0.12, 0.086],
  ),
  sheen: 0.55,
  outline: 0,
};

/** The window front on the right, white ceiling above, a warm wall on the left. */
const office: FigureLight = {
  lamps: [
    lamp([0.9, 0.64, 0.52], [1.722, 1.726, 1.722], 0.21, 0.28, 0.3),
    lamp([-0.8, 0.5, -0.7], [0.26, 0.254, 0.24], 0.21),
  ],
  surroundings: around(
    [0.137, 0.128, 0.117],
    [0.245, 0.252, 0.259],
    [0.281, 0.277, 0.265],
    [0.111, 0.097, 0.081],
    [0.105, 0.104, 0.1],
    [0.288, 0.288, 0.288],
  ),
  sheen: 0.5,
  outline: 0.2,
};

/** Open shade with the sun through the leaves behind, meadow from below. */
const outdoorGreen: FigureLight = {
  lamps: [
    lamp([0.76, 0.65, 0.52], [1.517, 1.476, 1.353], 0.168, 0.25, 0.5),
    lamp([0.62, 0.8, -0.6], [1.04, 0.988, 0.78], 0.1, 0.12),
  ],
  surroundings: around(
    [0.101, 0.112, 0.083],
    [0.158, 0.169, 0.126],
    [0.265, 0.275, 0.242],
    [0.072, 0.09, 0.047],
    [0.087, 0.091, 0.076],
    [0.208, 0.24, 0.144],
  ),
  sheen: 0.45,
  outline: 0,
};

/** Blue hour: a small cool lamp from the left, the street lamps warm from behind on the right. */
const eveningCity: FigureLight = {
  lamps: [
    lamp([-0.76, 0.64, 0.52], [1.23, 1.24, 1.312], 0.118, 0.16, 0.9),
    lamp([0.9, 0.12, -0.55], [1.196, 0.728, 0.39], 0.126, 0.15),
    lamp([-0.8, 0.35, -0.8], [0.234, 0.202, 0.26], 0.168, 0.15),
  ],
  surroundings: around(
    [0.043, 0.046, 0.065],
    [0.061, 0.045, 0.043],
    [0.055, 0.066, 0.109],
    [0.046, 0.033, 0.026],
    [0.031, 0.033, 0.043],
    [0.088, 0.061, 0.066],
  ),
  sheen: 0.7,
  outline: 0,
};

/** Neutral softbox from the right before the blue canvas, which colours shade and outline. */
const studioBlue: FigureLight = {
  lamps: [
    lamp([0.76, 0.64, 0.52], [1.64, 1.64, 1.65], 0.134, 0.18, 0.7),
    lamp([-0.85, 0.4, -0.75], [0.39, 0.481, 0.65], 0.126),
  ],
  surroundings: around(
    [0.061, 0.076, 0.107],
    [0.094, 0.102, 0.121],
    [0.133, 0.143, 0.162],
    [0.026, 0.033, 0.047],
    [0.053, 0.059, 0.073],
    [0.08, 0.11, 0.172],
  ),
  sheen: 0.6,
  outline: 0,
};

/** A tall window close by on the left: the softest light there is, and white walls that send it back. */
const windowLight: FigureLight = {
  lamps: [lamp([-0.9, 0.64, 0.52], [1.599, 1.603, 1.609], 0.252, 0.3, 0.25)],
  surroundings: around(
    [0.187, 0.189, 0.191],
    [0.083, 0.081, 0.079],
    [0.257, 0.256, 0.253],
    [0.117, 0.115, 0.112],
    [0.105, 0.105, 0.104],
    [0.16, 0.16, 0.16],
  ),
  sheen: 0.4,
  outline: 0.2,
};

/** Softbox from the right before the green canvas, whose colour lies in the shade. */
const sageCanvas: FigureLight = {
  lamps: [
    lamp([0.76, 0.64, 0.52], [1.681, 1.63, 1.548], 0.134, 0.18, 0.65),
    lamp([-0.85, 0.4, -0.75], [0.351, 0.403, 0.325], 0.126),
  ],
  surroundings: around(
    [0.072, 0.081, 0.067],
    [0.101, 0.102, 0.092],
    [0.148, 0.151, 0.139],
    [0.033, 0.036, 0.029],
    [0.062, 0.065, 0.058],
    [0.112, 0.13, 0.099],
  ),
  sheen: 0.55,
  outline: 0,
};

/** The glass front on the left; timber and warm downlights on the right. */
const glassLobby: FigureLight = {
  lamps: [
    lamp([-0.76, 0.64, 0.52], [1.599, 1.615, 1.63], 0.21, 0.26, 0.3),
    lamp([0.85, 0.45, -0.65], [0.312, 0.267, 0.221], 0.168),
  ],
  surroundings: around(
    [0.259, 0.268, 0.277],
    [0.112, 0.102, 0.091],
    [0.257, 0.261, 0.265],
    [0.111, 0.109, 0.107],
    [0.102, 0.102, 0.101],
    [0.304, 0.312, 0.32],
  ),
  sheen: 0.55,
  outline: 0.15,
};

/** Lamplight from the right, a little above the shoulder; oak and leather all round. */
const library: FigureLight = {
  lamps: [
    lamp([0.8, 0.64, 0.52], [1.742, 1.496, 1.179], 0.143, 0.2, 0.5),
    lamp([0.75, 0.3, -0.75], [0.65, 0.442, 0.247], 0.147),
    lamp([-0.7, 0.85, -0.5], [0.26, 0.189, 0.117], 0.168),
  ],
  surroundings: around(
    [0.063, 0.048, 0.036],
    [0.122, 0.09, 0.061],
    [0.101, 0.078, 0.058],
    [0.036, 0.025, 0.017],
    [0.059, 0.048, 0.038],
    [0.12, 0.083, 0.053],
  ),
  sheen: 0.6,
  outline: 0,
};

/** The sun low behind on the right draws the edge; the lit sky and the water carry the rest. */
const goldenLake: FigureLight = {
  lamps: [
    lamp([0.85, 0.22, -0.5], [1.495, 0.962, 0.468], 0.1, 0.16),
    lamp([0.76, 0.64, 0.52], [1.353, 1.127, 0.861], 0.231, 0.28, 0.35),
    lamp([-0.85, 0.4, -0.6], [0.208, 0.182, 0.169], 0.21),
  ],
  surroundings: around(
    [0.086, 0.088, 0.094],
    [0.209, 0.155, 0.104],
    [0.156, 0.164, 0.183],
    [0.098, 0.076, 0.055],
    [0.087, 0.081, 0.074],
    [0.32, 0.236, 0.152],
  ),
  sheen: 0.6,
  outline: 0,
};

/** A hard lamp from the left; blue fill from the right, terracotta coming back from the paper. */
const twoTone: FigureLight = {
  lamps: [
    lamp([-0.76, 0.64, 0.52], [1.804, 1.722, 1.609], 0.1, 0.12, 0.5),
    lamp([0.9, 0.15, 0.15], [0.117, 0.137, 0.26], 0.21),
  ],
  surroundings: around(
    [0.144, 0.078, 0.054],
    [0.036, 0.042, 0.079],
    [0.086, 0.084, 0.087],
    [0.039, 0.031, 0.033],
    [0.046, 0.045, 0.05],
    [0.104, 0.068, 0.068],
  ),
  sheen: 0.6,
  outline: 0,
};

/** A large lamp from the right, beige paper that gives its colour back all round. */
const beige: FigureLight = {
  lamps: [lamp([0.76, 0.64, 0.52], [1.599, 1.562, 1.507], 0.21, 0.28, 0.35)],
  surroundings: around(
    [0.094, 0.088, 0.081],
    [0.173, 0.164, 0.153],
    [0.25, 0.243, 0.234],
    [0.098, 0.09, 0.081],
    [0.105, 0.102, 0.096],
    [0.176, 0.164, 0.148],
  ),
  sheen: 0.45,
  outline: 0.15,
};

/** The brass lamp on the right, green panelling in the shade. */
const libraryGreen: FigureLight = {
  lamps: [
    lamp([0.8, 0.64, 0.52], [1.701, 1.476, 1.189], 0.143, 0.2, 0.5),
    lamp([0.78, 0.2, -0.7], [0.546, 0.403, 0.247], 0.147),
    lamp([-0.7, 0.7, -0.6], [0.13, 0.163, 0.137], 0.168),
  ],
  surroundings: around(
    [0.036, 0.049, 0.04],
    [0.108, 0.094, 0.068],
    [0.086, 0.084, 0.072],
    [0.029, 0.027, 0.021],
    [0.056, 0.053, 0.046],
    [0.068, 0.084, 0.066],
  ),
  sheen: 0.6,
  outline: 0,
};

/** The washed wall on the right, the blue of the evening through the glass from the left and behind. */
const lobbyDusk: FigureLight = {
  lamps: [
    lamp([0.8, 0.64, 0.52], [1.722, 1.466, 1.148], 0.168, 0.22, 0.5),
    lamp([-0.85, 0.3, -0.65], [0.195, 0.247, 0.39], 0.168, 0.15),
    lamp([0.3, 0.9, -0.5], [0.39, 0.286, 0.169], 0.147),
  ],
  surroundings: around(
    [0.043, 0.049, 0.066],
    [0.151, 0.115, 0.076],
    [0.101, 0.082, 0.064],
    [0.039, 0.038, 0.039],
    [0.056, 0.052, 0.05],
    [0.088, 0.096, 0.128],
  ),
  sheen: 0.65,
  outline: 0,
};

/**
 * Previews by scene key, in the order in which the styles are shown. Every third has the same head: neighbours in rows of two and of four differ,
 * beside and below each other.
 */
export const SCENE_PREVIEWS: Readonly<Record<string, ScenePreview>> = {
  'city-daylight': { seed: 1, light: cityDaylight, head: 'scarved', looks: 'right' },
  linkedin: { seed: 4, light: linkedin, head: 'long-haired', looks: 'left' },
  'black-bg': { seed: 4, light: blackBackground, head: 'bearded', looks: 'right' },
  'studio-grey': { seed: 4, light: studioGrey, head: 'scarved', looks: 'right' },
  'warm-studio': { seed: 6, light: warmStudio, head: 'long-haired', looks: 'left' },
  office: { seed: 3, light: office, head: 'bearded', looks: 'left' },
  'window-light': { seed: 3, light: windowLight, head: 'scarved', looks: 'right' },
  'glass-lobby': { seed: 3, light: glassLobby, head: 'long-haired', looks: 'right' },
  library: { seed: 4, light: library, head: 'bearded', looks: 'right' },
  'outdoor-green': { seed: 4, light: outdoorGreen, head: 'scarved', looks: 'left' },
  'golden-lake': { seed: 7, light: goldenLake, head: 'long-haired', looks: 'left' },
  'evening-city': { seed: 4, light: eveningCity, head: 'bearded', looks: 'right' },
  'studio-blue': { seed: 3, light: studioBlue, head: 'scarved', looks: 'left' },
  'sage-canvas': { seed: 4, light: sageCanvas, head: 'long-haired', looks: 'left' },
  'two-tone': { seed: 3, light: twoTone, head: 'bearded', looks: 'left' },
  beige: { seed: 4, light: beige, head: 'scarved', looks: 'left' },
  'library-green': { seed: 4, light: libraryGreen, head: 'long-haired', looks: 'right' },
  'lobby-dusk': { seed: 5, light: lobbyDusk, head: 'bearded', looks: 'left' },
};

/** A scene of the engine has no light of its own here. */
export class SceneWithoutLight extends Error {
  constructor(scene: string) {
    super(`scene ${scene} has no preview light`);
    this.name = 'SceneWithoutLight';
  }
}

/** The scene's preview. @throws SceneWithoutLight */
export function previewOf(scene: string): ScenePreview {
  const preview = SCENE_PREVIEWS[scene];
  if (!preview) throw new SceneWithoutLight(scene);
  return preview;
}

/** What makes one head differ from another. Lengths in head heights, angles in radians; positive turns look to the right of the picture. */
export interface Sitter {
  /** How much the face narrows towards the chin, as a share. */
  taper: number;
  jawRadius: number;
  /** Width of the corners of the jaw, 1 for a broad one. */
  jawWidth: number;
  /** Fullness of the cheeks, 0..1. */
  cheek: number;
  /** How far brow and sockets are smoothed, 0..1. */
  soft: number;
  /** How far the nose stands out, 1 for a long one. */
  nose: number;
  /** Height of the eyebrow's relief, how much its outer half is arched, and how high it sits above the usual. */
  eyebrow: number;
  eyebrowArch: number;
  eyebrowRise: number;
  /** How deep the closed lid hangs in its middle, and how much its outer corner is raised. */
  lidHang: number;
  lidTilt: number;
  /** Half the width of the mouth, and the fullness of the lips. */
  mouth: number;
  lip: number;
  /** Radius of the neck. */
  neck: number;
  /** Width of the shoulders, 1 for middling ones. */
  shoulders: number;
  /** Distance of the fullest part of the chest from the middle, and how far it stands forward. */
  chest: number;
  chestForward: number;
  torsoTurn: number;
  headTurn: number;
  /** How far the head is bowed: it is what makes closed eyes calm. */
  bow: number;
  tilt: number;
}

export const BEARDED: Sitter = {
  taper: 0.13,
  jawRadius: 0.078,
  jawWidth: 1.04,
  cheek: 0.3,
  soft: 0,
  nose: 1,
  eyebrow: 0.01,
  eyebrowArch: 0.062,
  eyebrowRise: 0,
  lidHang: 0.019,
  lidTilt: 0.004,
  mouth: 0.1,
  lip: 1,
  neck: 0.182,
  shoulders: 1.06,
  chest: 0.2,
  chestForward: 0.01,
  torsoTurn: 0.42,
  headTurn: 0.42,
  bow: 0.05,
  tilt: -0.02,
};

export const LONG_HAIRED: Sitter = {
  taper: 0.255,
  jawRadius: 0.06,
  jawWidth: 0.92,
  cheek: 1,
  soft: 1,
  nose: 0.85,
  eyebrow: 0.0044,
  eyebrowArch: 0.074,
  eyebrowRise: 0.004,
  lidHang: 0.019,
  lidTilt: 0.007,
  mouth: 0.098,
  lip: 1.18,
  neck: 0.148,
  shoulders: 0.9,
  chest: 0.18,
  chestForward: 0.03,
  torsoTurn: 0.3,
  headTurn: 0.4,
  bow: 0.1,
  tilt: 0.05,
};

export const SCARVED: Sitter = {
  taper: 0.19,
  jawRadius: 0.068,
  jawWidth: 0.99,
  cheek: 0.9,
  soft: 0.7,
  nose: 0.97,
  eyebrow: 0.0062,
  eyebrowArch: 0.05,
  eyebrowRise: -0.002,
  lidHang: 0.0205,
  lidTilt: 0.001,
  mouth: 0.1,
  lip: 1.05,
  neck: 0.152,
  shoulders: 0.9,
  chest: 0.18,
  chestForward: 0.025,
  torsoTurn: 0.36,
  headTurn: 0.44,
  bow: 0.06,
  tilt: -0.04,
};

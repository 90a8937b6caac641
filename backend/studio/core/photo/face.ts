import type { Mesh } from './landmarks.js';

/** A face in a photo, in the photo's pixels. */
export interface Face {
  mesh: Mesh;
  /** Forehead to chin in pixels. */
  height: number;
  yaw: number;
  pitch: number;
  roll: number;
  /** Raw likeness vector of 1024 numbers; empty where it was not asked for. */
  embedding: Float32Array;
  /** Share of the oval's points inside the picture, 0..1. */
  inside: number;
  /** 0 where emotions were not asked for. */
  happy: number;
}

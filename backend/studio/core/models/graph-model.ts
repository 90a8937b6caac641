import type * as Tf from '@tensorflow/tfjs-core';

/** Puts a model of the tensor runtime's own format together: its description, and the files of its weights. */
export function graphModelOf(description: string, weights: readonly Uint8Array[]): Tf.io.ModelArtifacts {
  const model = JSON.parse(description) as Tf.io.ModelJSON;
  const [manifest] = model.weightsManifest;
  if (!manifest) throw new Error('a model names no weights');
  const bytes = new Uint8Array(weights.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of weights) {
    bytes.set(part, at);
    at += part.length;
  }
  return {
    modelTopology: model.modelTopology,
    format: model.format,
    generatedBy: model.generatedBy,
    convertedBy: model.convertedBy,
    signature: model.signature,
    userDefinedMetadata: model.userDefinedMetadata,
    weightSpecs: manifest.weights,
    weightData: bytes.buffer,
  };
}

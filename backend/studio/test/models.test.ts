import { describe, expect, it } from 'vitest';
import { MODEL_CHECKSUMS } from '../core/models/checksums.js';
import { ModelFileChanged, readModelFile } from '../node/models/model-files.js';
import { halfToFloat, readTflite } from '../core/models/tflite.js';

describe('model files', () => {
  it('are all there with the content this release knows', () => {
    for (const name of Object.keys(MODEL_CHECKSUMS)) expect(readModelFile(name).length).toBeGreaterThan(1000);
  });

  it('are refused when their content is another one', () => {
    const wrong = { ...MODEL_CHECKSUMS, 'iris.bin': MODEL_CHECKSUMS['iris.json'] };
    expect(() => readModelFile('iris.bin', wrong)).toThrow(ModelFileChanged);
    expect(() => readModelFile('antispoof.bin')).toThrow(ModelFileChanged);
  });
});

describe('the segmentation graph', () => {
  it('reads as 256 × 256 RGB in, background and five parts of a person per pixel out', () => {
    const graph = readTflite(readModelFile('selfie_multiclass_256x256.tflite'));
    expect(graph.inputs.map((i) => graph.tensors[i]?.shape)).toEqual([[1, 256, 256, 3]]);
    expect(graph.outputs.map((i) => graph.tensors[i]?.shape)).toEqual([[1, 256, 256, 6]]);
    expect(graph.operators.length).toBeGreaterThan(100);
  });

  it('widens half-precision weights exactly', () => {
    expect([0x3c00, 0xc000, 0x3555, 0x0001, 0x7c00, 0xfc00].map(halfToFloat)).toEqual([
      1,
      -2,
      0.333251953125,
      2 ** -24,
      Infinity,
      -Infinity,
    ]);
    expect(halfToFloat(0x7e00)).toBeNaN();
  });
});

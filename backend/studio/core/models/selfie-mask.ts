import { elementOf } from '../element-of.js';
import type * as Tf from '@tensorflow/tfjs-core';
import type { PersonMask } from './person-mask.js';
import { readTflite, type TfliteGraph, type TfliteOperator } from './tflite.js';

/** Side of the square the segmentation model looks at, in pixels. */
const MASK_SIDE = 256;

const OP = {
  add: 0,
  averagePool: 1,
  conv: 3,
  depthwise: 4,
  dequantize: 6,
  logistic: 14,
  mul: 18,
  relu: 19,
  resize: 23,
  hardSwish: 117,
};
const TRANSPOSE_CONV = 'Convolution2DTransposeBias';
const ACTIVATIONS = ['linear', 'relu', '', 'relu6'] as const;

type Values = Map<number, Tf.Tensor>;

/** The built-in mask: prepares the selfie segmentation graph for the tensor runtime. */
export function createSelfieMask(tf: typeof Tf, tflite: Uint8Array): PersonMask {
  const graph = readTflite(tflite);
  const constants = foldConstants(tf, graph);
  const input = elementOf(graph.inputs, 0);
  const output = elementOf(graph.outputs, 0);
  return {
    width: MASK_SIDE,
    height: MASK_SIDE,
    needsVotes: true,
    async run(rgb) {
      const result = tf.tidy(() => {
        const values: Values = new Map(constants);
        values.set(input, tf.tensor4d(rgb, [1, MASK_SIDE, MASK_SIDE, 3]));
        for (const operator of graph.operators) {
          if (operator.kind === OP.dequantize) continue;
          values.set(elementOf(operator.outputs, 0), execute(tf, operator, values));
        }
        return tf.reshape(values.get(output)!, [MASK_SIDE * MASK_SIDE]);
      });
      const mask = (await result.data()) as Float32Array;
      result.dispose();
      return mask;
    },
  };
}

/** Turns stored weights into tensors in the layout the runtime wants; half-precision weights are widened once, here. */
function foldConstants(tf: typeof Tf, graph: TfliteGraph): Values {
  const source = new Map<number, number>();
  for (const o of graph.operators)
    if (o.kind === OP.dequantize) source.set(elementOf(o.outputs, 0), elementOf(o.inputs, 0));
  const layout = new Map<number, (t: Tf.Tensor4D) => Tf.Tensor>();
  for (const o of graph.operators) {
    if (o.kind === OP.conv) layout.set(elementOf(o.inputs, 1), (t) => tf.transpose(t, [1, 2, 3, 0]));
    if (o.kind === OP.depthwise)
      layout.set(elementOf(o.inputs, 1), (t) => tf.reshape(t, [t.shape[1], t.shape[2], t.shape[3], 1]));
    if (o.kind === TRANSPOSE_CONV) layout.set(elementOf(o.inputs, 1), (t) => tf.transpose(t, [1, 2, 0, 3]));
  }
  const values: Values = new Map();
  graph.tensors.forEach((tensor, index) => {
    const { data } = elementOf(graph.tensors, source.get(index) ?? index);
    if (!data || data instanceof Int32Array) return;
    const raw = tf.tensor(data, tensor.shape);
    const arrange = layout.get(index);
    const ready = arrange ? arrange(raw as Tf.Tensor4D) : raw;
    if (ready !== raw) raw.dispose();
    values.set(index, ready);
  });
  return values;
}

function execute(tf: typeof Tf, o: TfliteOperator, values: Values): Tf.Tensor {
  const [a, b, c] = o.inputs.map((i) => values.get(i)!) as [Tf.Tensor, Tf.Tensor, Tf.Tensor];
  switch (o.kind) {
    case OP.conv: {
      const activation = ACTIVATIONS[o.option(3, 'byte')] as 'linear' | 'relu' | 'relu6';
      return tf.fused.conv2d({
        x: a as Tf.Tensor4D,
        filter: b as Tf.Tensor4D,
        bias: c,
        strides: strides(o),
        pad: padding(o),
        activation,
      });
    }
    case OP.depthwise: {
      const activation = ACTIVATIONS[o.option(4, 'byte')] as 'linear' | 'relu' | 'relu6';
      return tf.fused.depthwiseConv2d({
        x: a as Tf.Tensor4D,
        filter: b as Tf.Tensor4D,
        bias: c,
        strides: strides(o),
        pad: padding(o),
        activation,
      });
    }
    case OP.averagePool:
      return tf.avgPool(a as Tf.Tensor4D, [o.option(4, 'int'), o.option(3, 'int')], strides(o), padding(o));
    case OP.add:
      return activate(tf, tf.add(a, b), o.option(0, 'byte'));
    case OP.mul:
      return activate(tf, tf.mul(a, b), o.option(0, 'byte'));
    case OP.logistic:
      return tf.sigmoid(a);
    case OP.relu:
      return tf.relu(a);
    case OP.hardSwish:
      return tf.mul(a, tf.mul(tf.relu6(tf.add(a, 3)), 1 / 6));
    case OP.resize:
      return resize(tf, a as Tf.Tensor4D, o);
    case TRANSPOSE_CONV:
      return transposeConv(tf, a as Tf.Tensor4D, b as Tf.Tensor4D, c);
    default:
      throw new Error(`operator ${o.kind} is not known`);
  }
}

const padding = (o: TfliteOperator): 'same' | 'valid' => (o.option(0, 'byte') === 0 ? 'same' : 'valid');
const strides = (o: TfliteOperator): [number, number] => [o.option(2, 'int') || 1, o.option(1, 'int') || 1];

function activate(tf: typeof Tf, x: Tf.Tensor, code: number): Tf.Tensor {
  if (code === 0) return x;
  return code === 1 ? tf.relu(x) : tf.relu6(x);
}

/** All resizes of this graph double the size; the target is not stored as a float constant. */
function resize(tf: typeof Tf, x: Tf.Tensor4D, o: TfliteOperator): Tf.Tensor {
  return tf.image.resizeBilinear(
    x,
    [x.shape[1] * 2, x.shape[2] * 2],
    o.option(2, 'byte') !== 0,
    o.option(3, 'byte') !== 0,
  );
}

function transposeConv(tf: typeof Tf, x: Tf.Tensor4D, weights: Tf.Tensor4D, bias: Tf.Tensor): Tf.Tensor {
  const [n, h, w] = x.shape;
  return tf.add(tf.conv2dTranspose(x, weights, [n, h * 2, w * 2, weights.shape[2]], 2, 'same'), bias);
}

import type * as Tf from '@tensorflow/tfjs-core';
import { elementOf } from '../element-of.js';
import { readTflite, type TfliteGraph, type TfliteOperator } from './tflite.js';

const OP = {
  add: 0,
  averagePool: 1,
  conv: 3,
  depthwise: 4,
  dequantize: 6,
  logistic: 14,
  mul: 18,
  relu: 19,
  reshape: 22,
  resizeBilinear: 23,
  softmax: 25,
  transpose: 39,
  transposeConv: 67,
  sum: 74,
  resizeNearest: 97,
  hardSwish: 117,
};
/** MediaPipe's own operator: a transposed convolution that doubles the size, with its bias. */
const DOUBLING_CONV = 'Convolution2DTransposeBias';
const ACTIVATIONS = ['linear', 'relu', '', 'relu6'] as const;

type Values = Map<number, Tf.Tensor>;
type Inputs = (Tf.Tensor | undefined)[];

/** A TensorFlow Lite network, ready to run. */
export interface TfliteNetwork {
  /** Shape of its input and of its output, without the batch. */
  readonly inputShape: [height: number, width: number, channels: number];
  readonly outputShape: [height: number, width: number, channels: number];
  /** @param input values in the order of the input's shape; the answer is in that of the output's */
  run(input: Float32Array): Promise<Float32Array>;
}

/**
 * Prepares a network with one input and one output for the tensor runtime.
 * @throws when it holds operators that are not known
 */
export function createTfliteNetwork(tf: typeof Tf, tflite: Uint8Array): TfliteNetwork {
  const graph = readTflite(tflite);
  const constants = foldConstants(tf, graph);
  const input = elementOf(graph.inputs, 0);
  const output = elementOf(graph.outputs, 0);
  const shapeOf = (index: number): [number, number, number] =>
    elementOf(graph.tensors, index).shape.slice(1) as [number, number, number];
  const inputShape = shapeOf(input);
  const lastUses = findLastUses(graph);
  return {
    inputShape,
    outputShape: shapeOf(output),
    async run(pixels) {
      const result = tf.tidy(() => {
        const values: Values = new Map([[input, tf.tensor4d(pixels, [1, ...inputShape])]]);
        graph.operators.forEach((operator, step) => {
          if (operator.kind === OP.dequantize) return;
          const inputs = operator.inputs.map((i) => values.get(i) ?? constants.get(i));
          values.set(elementOf(operator.outputs, 0), execute(tf, operator, inputs, graph));
          // A large network's layers would fill the memory until its end.
          for (const i of operator.inputs) if (lastUses.get(i) === step) values.get(i)?.dispose();
        });
        return values.get(output)!;
      });
      const answer = (await result.data()) as Float32Array;
      result.dispose();
      return answer;
    },
  };
}

/** The operator after which a computed tensor is no longer needed. */
function findLastUses({ operators }: TfliteGraph): Map<number, number> {
  return new Map(operators.flatMap((operator, step) => operator.inputs.map((i) => [i, step] as const)));
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
    if (o.kind === DOUBLING_CONV || o.kind === OP.transposeConv)
      layout.set(elementOf(o.inputs, 1), (t) => foldWindows(tf, t));
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

/** From output × 2 × 2 × input to 1 × 1 × input × (2 × 2 × output). */
function foldWindows(tf: typeof Tf, t: Tf.Tensor4D): Tf.Tensor {
  return tf.reshape(tf.transpose(t, [3, 1, 2, 0]), [1, 1, t.shape[3], 4 * t.shape[0]]);
}

function execute(tf: typeof Tf, o: TfliteOperator, inputs: Inputs, { tensors }: TfliteGraph): Tf.Tensor {
  const [a, b, c, d] = inputs as Tf.Tensor[];
  const { shape } = elementOf(tensors, elementOf(o.outputs, 0));
  const numbers = (n: number): number[] => [...elementOf(tensors, elementOf(o.inputs, n)).data!];
  switch (o.kind) {
    case OP.conv:
      return tf.fused.conv2d({ ...convolution(o, 3), x: a as Tf.Tensor4D, filter: b as Tf.Tensor4D, bias: c! });
    case OP.depthwise:
      return tf.fused.depthwiseConv2d({
        ...convolution(o, 4),
        x: a as Tf.Tensor4D,
        filter: b as Tf.Tensor4D,
        bias: c!,
      });
    case OP.averagePool:
      return tf.avgPool(a as Tf.Tensor4D, [o.option(4, 'int'), o.option(3, 'int')], strides(o), padding(o));
    case OP.add:
      return activate(tf, tf.add(a!, b!), o.option(0, 'byte'));
    case OP.mul:
      return activate(tf, tf.mul(a!, b!), o.option(0, 'byte'));
    case OP.logistic:
      return tf.sigmoid(a!);
    case OP.relu:
      return tf.relu(a!);
    case OP.hardSwish:
      return tf.mul(a!, tf.mul(tf.relu6(tf.add(a!, 3)), 1 / 6));
    case OP.reshape:
      return tf.reshape(a!, shape);
    case OP.softmax:
      return tf.softmax(a!);
    case OP.transpose:
      return tf.transpose(a!, numbers(1));
    case OP.sum:
      return tf.sum(a!, numbers(1), true);
    case OP.resizeBilinear:
      return tf.image.resizeBilinear(
        a as Tf.Tensor4D,
        [shape[1]!, shape[2]!],
        o.option(2, 'byte') !== 0,
        o.option(3, 'byte') !== 0,
      );
    case OP.resizeNearest:
      return tf.image.resizeNearestNeighbor(
        a as Tf.Tensor4D,
        [shape[1]!, shape[2]!],
        o.option(0, 'byte') !== 0,
        o.option(1, 'byte') !== 0,
      );
    case OP.transposeConv:
      return transposeConv(tf, c as Tf.Tensor4D, b as Tf.Tensor4D, d!);
    case DOUBLING_CONV:
      return transposeConv(tf, a as Tf.Tensor4D, b as Tf.Tensor4D, c!);
    default:
      throw new Error(`operator ${o.kind} is not known`);
  }
}

const padding = (o: TfliteOperator): 'same' | 'valid' => (o.option(0, 'byte') === 0 ? 'same' : 'valid');
const strides = (o: TfliteOperator): [number, number] => [o.option(2, 'int') || 1, o.option(1, 'int') || 1];

function convolution(
  o: TfliteOperator,
  activationField: number,
): { strides: [number, number]; pad: 'same' | 'valid'; activation: 'linear' | 'relu' | 'relu6' } {
  const activation = ACTIVATIONS[o.option(activationField, 'byte')] as 'linear' | 'relu' | 'relu6';
  return { strides: strides(o), pad: padding(o), activation };
}

function activate(tf: typeof Tf, x: Tf.Tensor, code: number): Tf.Tensor {
  if (code === 0) return x;
  return code === 1 ? tf.relu(x) : tf.relu6(x);
}

/**
 * All transposed convolutions of the networks here double the size with windows that do not overlap: one product for each pixel and each of
 * its four children, brought to their places. The runtime's own kernels for it take ten times as long.
 */
function transposeConv(tf: typeof Tf, x: Tf.Tensor4D, weights: Tf.Tensor4D, bias: Tf.Tensor): Tf.Tensor {
  const [n, h, w] = x.shape;
  const channels = weights.shape[3] / 4;
  const products = tf.reshape(tf.conv2d(x, weights, 1, 'valid'), [n * h, w, 2, 2 * channels]);
  return tf.add(tf.reshape(tf.transpose(products, [0, 2, 1, 3]), [n, 2 * h, 2 * w, channels]), bias);
}

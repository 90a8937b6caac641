/** What one input of a model may be, in the words of JSON Schema. */
export interface InputField {
  type: 'string' | 'integer' | 'number' | 'boolean';
  format?: 'uri' | 'password';
  minimum?: number;
  maximum?: number;
  enum?: readonly string[];
  default?: string | number | boolean;
}

export interface InputSchema {
  fields: Readonly<Record<string, InputField>>;
  required: readonly string[];
}

const text: InputField = { type: 'string' };
const address: InputField = { type: 'string', format: 'uri' };
const secret: InputField = { type: 'string', format: 'password' };
const on = (standard: boolean): InputField => ({ type: 'boolean', default: standard });
const whole = (standard: number, minimum?: number, maximum?: number): InputField => ({
  type: 'integer',
  default: standard,
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
});
const amount = (standard: number, minimum?: number, maximum?: number): InputField => ({
  ...whole(standard, minimum, maximum),
  type: 'number',
});
const pixels: InputField = { type: 'integer', minimum: 256, maximum: 1440 };
const oneOf = (standard: string, choices: readonly string[]): InputField => ({
  type: 'string',
  enum: choices,
  default: standard,
});

/** Inputs of the trainer. */
export const trainingInputs: InputSchema = {
  required: [],
  fields: {
    input_images: address,
    trigger_word: { ...text, default: 'TOK' },
    autocaption: on(true),
    autocaption_prefix: text,
    autocaption_suffix: text,
    steps: whole(1000, 3, 6000),
    learning_rate: amount(0.0004),
    batch_size: whole(1),
    resolution: { ...text, default: '512,768,1024' },
    lora_rank: whole(16, 1, 128),
    caption_dropout_rate: amount(0.05, 0, 1),
    optimizer: { ...text, default: 'adamw8bit' },
    cache_latents_to_disk: on(false),
    layers_to_optimize_regex: text,
    gradient_checkpointing: on(false),
    hf_repo_id: text,
    hf_token: secret,
    wandb_api_key: secret,
    wandb_project: { ...text, default: 'JOB_NAME' },
    wandb_run: text,
    wandb_entity: text,
    wandb_sample_interval: whole(100, 1),
    wandb_sample_prompts: text,
    wandb_save_interval: whole(100, 1),
    skip_training_and_use_pretrained_hf_lora_url: text,
  },
};

/** Width and height in pixels for each aspect ratio, about one megapixel. */
export const sizes: Readonly<Record<string, readonly [number, number]>> = {
  '1:1': [1024, 1024],
  '16:9': [1344, 768],
  '21:9': [1536, 640],
  '3:2': [1216, 832],
  '2:3': [832, 1216],
  '4:5': [896, 1088],
  '5:4': [1088, 896],
  '3:4': [896, 1152],
  '4:3': [1152, 896],
  '9:16': [768, 1344],
  '9:21': [640, 1536],
};

/** Inputs of a version a training made. */
export const portraitInputs: InputSchema = {
  required: ['prompt'],
  fields: {
    prompt: text,
    image: address,
    mask: address,
    aspect_ratio: oneOf('1:1', [...Object.keys(sizes), 'custom']),
    width: pixels,
    height: pixels,
    num_outputs: whole(1, 1, 4),
    lora_scale: amount(1, -1, 2),
    num_inference_steps: whole(28, 1, 50),
    model: oneOf('dev', ['dev', 'schnell']),
    guidance_scale: amount(3.5, 0, 10),
    prompt_strength: amount(0.8, 0, 1),
    seed: { type: 'integer' },
    extra_lora: text,
    extra_lora_scale: amount(1, -1, 2),
    output_format: oneOf('webp', ['webp', 'jpg', 'png']),
    output_quality: whole(90, 0, 100),
    replicate_weights: text,
    disable_safety_checker: on(false),
  },
};

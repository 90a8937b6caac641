/** Photos a training needs after foreign persons are set aside. */
export const NEEDED_PHOTOS = 8;

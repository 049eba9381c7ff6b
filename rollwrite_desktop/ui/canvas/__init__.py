"""A sheet on the screen: painting, zooming, mouse, touch, keys, keypad, thumbnails, dice."""

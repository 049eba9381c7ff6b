"""A sheet on the screen: painting, zooming, mouse, touch, keyboard cursor, screen reader."""
